/**
 * As much of Pretick's API as the benchmark uses. Not the types of src, which would have src compiled along: what is measured is
 * dist, the way users get it.
 */
export type PretickLibrary = {
  startPretick(options: object): Promise<{
    readonly url: string;
    readonly chains: readonly {
      request(call: { readonly method: string; readonly params: readonly unknown[] }): Promise<unknown>;
    }[];
    advance(ms: number): Promise<void>;
  }>;
};
