/**
 * A method is one value: name, summary, parameters, result, access and handler. Its types are closed over here; outside remain
 * a name, a document and `invoke`, so that table and dispatcher need neither generics nor casts.
 */
import * as z from 'zod';
import type { Eventually } from '../eventually.ts';
import { whenThere } from '../eventually.ts';
import type { JsonSchema } from '../wire/codec.ts';
import { complaintOf, hexFaultOf } from '../wire/codec.ts';
import type { Context } from './context.ts';
import { InvalidParams } from './errors.ts';
import type { RawJson } from './raw-json.ts';
import { isRawJson } from './raw-json.ts';

/** Who may call a method: everybody, or only clients of a dedicated provider. */
export type Access = 'public' | 'provider';

export type Method<C = Context> = {
  readonly name: string;
  readonly summary: string;
  readonly access: Access;
  /** Made on each reading; nobody needs it in a hurry. */
  readonly document: MethodDocument;
  /**
   * Decodes the parameters, runs the handler and encodes its result.
   * @throws InvalidParams for parameters that are not as declared, and what the handler throws
   */
  invoke(context: C, params: unknown): unknown;
};

/** The method as OpenRPC describes it. */
export type MethodDocument = {
  readonly name: string;
  readonly summary: string;
  readonly params: readonly ContentDescriptor[];
  readonly result: ContentDescriptor;
};

export type ContentDescriptor = {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
};

/** What a method file says. */
export type MethodDefinition<Params extends z.ZodTuple, Result extends z.ZodType, C> = {
  readonly name: string;
  readonly summary: string;
  /** Positional, each named by `param`. A parameter whose schema takes `undefined` is optional. */
  readonly params: Params;
  readonly result: Result;
  /** Everybody's by default. */
  readonly access?: Access;
  readonly handler: (context: C, ...params: z.output<Params>) => Eventually<Answer<z.output<Result>>>;
};

/** A handler gives its result as a value, or as JSON made earlier. */
type Answer<Value> = Value | RawJson;

/** Names a parameter for error texts and documents. */
export function param<Schema extends z.ZodType>(name: string, schema: Schema): Schema {
  return schema.meta({ paramName: name });
}

/** A result that the handler gives as plain JSON. */
export function json(schema: JsonSchema) {
  return z.unknown().meta(schema);
}

export function defineMethod<Params extends z.ZodTuple, Result extends z.ZodType, C = Context>(
  definition: MethodDefinition<Params, Result, C>,
): Method<C> {
  const { name, summary, access = 'public', handler } = definition;
  // The items of a tuple are typed as zod's core schemas; all of ours are classic ones.
  const params = (definition.params.def.items as readonly z.ZodType[]).map((schema) => parameter(schema));
  const encode = encoderOf(definition.result);
  return {
    name,
    summary,
    access,
    get document() {
      return documentOf(definition, params);
    },
    invoke(context, given) {
      const values = decode(params, given) as z.output<Params>; // each was decoded by its own schema, in order
      const result = handler(context, ...values);
      return whenThere(result, encode);
    },
  };
}

type Parameter = {
  readonly name: string | undefined;
  readonly schema: z.ZodType;
  readonly isRequired: boolean;
  /** The value of a parameter that is not there; values are immutable, so all calls share it. */
  readonly absent: unknown;
};

function parameter(schema: z.ZodType): Parameter {
  const given = schema.meta()?.['paramName'];
  const absent = schema.safeParse(undefined);
  return {
    name: typeof given === 'string' ? given : undefined,
    schema,
    isRequired: !absent.success,
    absent: absent.data,
  };
}

function decode(params: readonly Parameter[], given: unknown): readonly unknown[] {
  if (given !== undefined && given !== null && !Array.isArray(given)) {
    throw new InvalidParams({ kind: 'notPositional' });
  }
  const wires: readonly unknown[] = given ?? [];
  return params.map(({ schema, isRequired, absent, name }, index) => {
    const wire = wires[index];
    if (wire === undefined || wire === null) {
      if (!isRequired) return absent;
      throw new InvalidParams({ kind: 'missing', index, name });
    }
    const result = schema.safeParse(wire);
    if (result.success) return result.data;
    const { message: reason, standsAlone } = complaintOf(result.error);
    throw new InvalidParams(
      standsAlone
        ? { kind: 'refused', reason }
        : { kind: 'malformed', index, name, reason, hex: hexFaultOf(result.error) },
    );
  });
}

/** Codecs encode by their plain function: zod's own way costs a microsecond. */
function encoderOf<Value>(result: z.ZodType<Value>): (answer: Answer<Value>) => unknown {
  if (!(result instanceof z.ZodCodec)) return (answer) => answer;
  const { reverseTransform } = result.def;
  return (answer) => (isRawJson(answer) ? answer : reverseTransform(answer, { value: answer, issues: [] }));
}

function documentOf(
  { name, summary, result }: Pick<MethodDefinition<z.ZodTuple, z.ZodType, never>, 'name' | 'summary' | 'result'>,
  params: readonly Parameter[],
): MethodDocument {
  return {
    name,
    summary,
    params: params.map((item, index) => ({
      name: item.name ?? `argument${index}`,
      required: item.isRequired,
      schema: jsonSchema(item.schema),
    })),
    result: { name: 'result', required: true, schema: jsonSchema(result) },
  };
}

/** The wire side of a schema. */
function jsonSchema(schema: z.ZodType): JsonSchema {
  const {
    $schema: _,
    paramName: __,
    ...rest
  } = z.toJSONSchema(schema, { io: 'input', target: 'draft-7', unrepresentable: 'any' });
  return rest;
}
