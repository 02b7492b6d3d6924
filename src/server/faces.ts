/** The two faces of every chain, as data: the public endpoint refuses what a dedicated provider serves. */
import type { WireError } from '../rpc/errors.ts';
import { codes } from '../rpc/errors.ts';
import type { Access } from '../rpc/method.ts';

export type Face = {
  readonly name: 'public' | 'provider';
  /** First part of its paths. */
  readonly prefix: '/rpc' | '/provider';
  /** Methods it does not serve. */
  readonly refuses: readonly Access[];
  /** How it says so. A single request gets the HTTP status too; in a batch only its element is refused. */
  readonly refusal: { readonly http: number; readonly error: WireError };
  readonly limits: Limits;
};

export type Limits = {
  /** Most requests in one batch. */
  readonly batch: number;
  /** Most bytes in one body. */
  readonly body: number;
};

/** The faces that a chain shows. The specification asks for the 403 alone; its body is that of the gateway in use. */
export function facesWith(limits: Limits, publicRefuses: readonly Access[]): readonly Face[] {
  const refusal = { http: 403, error: { code: codes.methodNotFound, message: 'rpc method is not whitelisted' } };
  return [
    { name: 'public', prefix: '/rpc', refuses: publicRefuses, refusal, limits },
    { name: 'provider', prefix: '/provider', refuses: [], refusal, limits },
  ];
}
