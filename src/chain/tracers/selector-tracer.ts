/** Which functions were called: the first four bytes of each call's data with the size of the rest, counted. */
import { bytesToHex } from '../../hex.ts';
import type { Subject, Tracer } from './tracer.ts';

export type SelectorTrace = {
  readonly kind: '4byteTracer';
  /** By selector and size, e.g. `0xa9059cbb-64`, in that order. */
  readonly counts: ReadonlyMap<string, number>;
};

export function createSelectorTracer({ precompiles }: Subject): Tracer<SelectorTrace> {
  const counts = new Map<string, number>();
  const ignored = new Set(precompiles);
  return {
    hooks: {
      enter({ kind, to, input }) {
        if (input.length < 4 || kind === 'CREATE' || kind === 'CREATE2' || ignored.has(to)) return;
        const key = `${bytesToHex(input.subarray(0, 4))}-${input.length - 4}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      },
    },
    result: () => ({
      kind: '4byteTracer',
      counts: new Map([...counts].sort(([one], [other]) => (one < other ? -1 : 1))),
    }),
  };
}
