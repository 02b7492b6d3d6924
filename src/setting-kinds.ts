/** What a setting's value may be: how it is read from text and what a bad one is told. */

export type Kind<Value> = {
  /** How help names the value: `--port <number>`; none for a flag that stands alone. */
  readonly placeholder: string | undefined;
  /** Follows "expected". */
  readonly expectation: string;
  /** `undefined` when the text is not such a value. */
  fromText(text: string): Value | undefined;
  accepts(value: unknown): value is Value;
};

type Range<Value> = { readonly min: Value; readonly max?: Value };

export function text(): Kind<string> {
  return {
    placeholder: 'text',
    expectation: 'some text',
    fromText: (text) => text,
    accepts: (value): value is string => typeof value === 'string' && value !== '',
  };
}

/** Words separated by one space each. */
export function words(allowed: readonly number[]): Kind<string> {
  return {
    placeholder: 'words',
    expectation: `${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)} words`,
    fromText: (text) => text.trim().split(/\s+/).join(' '),
    accepts: (value): value is string => typeof value === 'string' && allowed.includes(value.split(' ').length),
  };
}

export function folder(): Kind<string> {
  return { ...text(), placeholder: 'folder', expectation: 'the path of a folder' };
}

export function file(): Kind<string> {
  return { ...text(), placeholder: 'file', expectation: 'the path of a file' };
}

export function list(placeholder: string): Kind<readonly string[]> {
  const isName = (name: unknown): boolean => typeof name === 'string' && /^[\w-]+$/.test(name);
  return {
    placeholder,
    expectation: 'one or more different names, separated by commas',
    fromText: (text) => text.split(',').map((name) => name.trim()),
    accepts: (value): value is readonly string[] =>
      Array.isArray(value) && value.length > 0 && value.every(isName) && new Set(value).size === value.length,
  };
}

export function choice<const Name extends string>(...names: readonly Name[]): Kind<Name> {
  return {
    placeholder: names.join('|'),
    expectation: `one of ${names.join(', ')}`,
    fromText: (text) => names.find((name) => name === text),
    accepts: (value): value is Name => names.some((name) => name === value),
  };
}

export function toggle(): Kind<boolean> {
  return {
    placeholder: undefined,
    expectation: 'true or false',
    fromText: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
    accepts: (value) => typeof value === 'boolean',
  };
}

/** `step`: the value must be a multiple of it. */
export function integer(range: Range<number> & { readonly unit: string; readonly step?: number }): Kind<number> {
  const { min, max = Number.MAX_SAFE_INTEGER, step = 1 } = range;
  const multiple = step === 1 ? '' : ` and a multiple of ${step}`;
  return {
    placeholder: range.unit,
    expectation: `a whole number ${bounds(range)}${multiple}`,
    fromText: (text) => (/^-?\d+$/.test(text) ? Number(text) : undefined),
    accepts: (value): value is number =>
      Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max && Number(value) % step === 0,
  };
}

export function wei(range: Range<bigint>): Kind<bigint> {
  const { min, max = 2n ** 128n } = range;
  return {
    placeholder: 'wei',
    expectation: `a whole number of wei ${bounds(range)}`,
    fromText: (text) => (/^-?\d+$/.test(text) ? BigInt(text) : undefined),
    accepts: (value): value is bigint => typeof value === 'bigint' && value >= min && value <= max,
  };
}

function bounds({ min, max }: Range<number | bigint>): string {
  return max === undefined ? `of at least ${min}` : `from ${min} to ${max}`;
}
