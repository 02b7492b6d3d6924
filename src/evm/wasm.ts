/** What is used here of the WebAssembly global; the compiler's ES library does not describe it. */
type WebAssemblyGlobal = {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports?: object) => { readonly exports: unknown };
  readonly Memory: new (size: { readonly initial: number; readonly maximum?: number }) => WasmMemory;
};

/** Linear memory. Growing detaches the buffer, and every view of it, for another one with the same bytes. */
export type WasmMemory = {
  readonly buffer: ArrayBuffer;
  /** @throws RangeError when there is not that much */
  grow(pages: number): number;
};

/** Bytes that memory grows by. */
export const pageSize = 65_536;

/** Absent where code may not be generated (`node --jitless`). */
export const wasm = (globalThis as { readonly WebAssembly?: WebAssemblyGlobal }).WebAssembly;
