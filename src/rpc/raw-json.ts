/** JSON text made once and passed on as it is: sealed blocks, receipts and logs never change. */

/** A result that is encoded already. */
export type RawJson = { readonly [textOf]: string };

const textOf = Symbol('text of raw JSON');

/** Wraps text that the caller knows to be JSON. */
export function rawJson(text: string): RawJson {
  return { [textOf]: text };
}

/** The JSON array of encoded elements. */
export function rawJsonArray(elements: readonly RawJson[]): RawJson {
  return rawJson(`[${elements.map((element) => element[textOf]).join(',')}]`);
}

export function isRawJson(value: unknown): value is RawJson {
  return typeof value === 'object' && value !== null && textOf in value;
}

/** The JSON text of a result; what is not there is null. */
export function toJson(value: unknown): string {
  if (isRawJson(value)) return value[textOf];
  return value === undefined ? 'null' : JSON.stringify(value);
}
