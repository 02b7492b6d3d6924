/** The transaction call object of eth_call, eth_estimateGas and eth_simulateV1. */
import * as z from 'zod';
import { expected, refine, Refused } from './codec.ts';
import { Address, Bytes, Hash, Index, Quantity, Uint64 } from './scalars.ts';

/** What a caller says of a transaction that is not signed. All of it is optional; defaults are the chain's business. */
export type CallRequest = {
  readonly from: Address | undefined;
  /** `undefined` creates a contract. */
  readonly to: Address | undefined;
  readonly gas: bigint | undefined;
  readonly gasPrice: bigint | undefined;
  readonly maxFeePerGas: bigint | undefined;
  readonly maxPriorityFeePerGas: bigint | undefined;
  readonly value: bigint | undefined;
  /** From `data` or `input`. */
  readonly data: Uint8Array | undefined;
  readonly nonce: bigint | undefined;
  readonly accessList: readonly AccessListEntry[] | undefined;
  readonly authorizationList: readonly Authorization[] | undefined;
  readonly chainId: bigint | undefined;
  /** 0 legacy, 1 EIP-2930, 2 EIP-1559, 3 EIP-4844, 4 EIP-7702. */
  readonly type: number | undefined;
  readonly maxFeePerBlobGas: bigint | undefined;
  readonly blobVersionedHashes: readonly Hash[] | undefined;
};

/** An account and slots that a transaction announces (EIP-2930). */
export type AccessListEntry = { readonly address: Address; readonly storageKeys: readonly Hash[] };

/** A signed permission to set an account's code (EIP-7702). */
export type Authorization = {
  /** 0 permits every chain. */
  readonly chainId: bigint;
  readonly address: Address;
  readonly nonce: bigint;
  readonly yParity: bigint;
  readonly r: bigint;
  readonly s: bigint;
};

const AccessList = z.array(
  z.object(
    { address: Address, storageKeys: z.array(Hash, expected('an array of storage keys')).nullish() },
    expected('an object with address and storageKeys'),
  ),
  expected('an array of access list entries'),
);

const AuthorizationList = z.array(
  z.object(
    { chainId: Quantity, address: Address, nonce: Uint64, yParity: Uint64, r: Quantity, s: Quantity },
    expected('an authorization object'),
  ),
  expected('an array of authorizations'),
);

const parts = z.object(
  {
    from: Address.nullish(),
    to: Address.nullish(),
    gas: Uint64.nullish(),
    gasPrice: Quantity.nullish(),
    maxFeePerGas: Quantity.nullish(),
    maxPriorityFeePerGas: Quantity.nullish(),
    value: Quantity.nullish(),
    data: Bytes.nullish(),
    input: Bytes.nullish(),
    nonce: Uint64.nullish(),
    accessList: AccessList.nullish(),
    authorizationList: AuthorizationList.nullish(),
    chainId: Quantity.nullish(),
    type: Index.nullish(),
    maxFeePerBlobGas: Quantity.nullish(),
    blobVersionedHashes: z.array(Hash, expected('an array of hashes')).nullish(),
  },
  expected('a transaction call object'),
);

/** The call object; null counts as absent, unknown keys are ignored. */
export const Call = refine(parts, (call): CallRequest => {
  if (call.gasPrice != null && (call.maxFeePerGas != null || call.maxPriorityFeePerGas != null)) {
    throw new Refused('both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified');
  }
  if (call.data != null && call.input != null && !sameBytes(call.data, call.input)) {
    throw new Refused('both "data" and "input" are set and not equal, use one of them');
  }
  return {
    from: call.from ?? undefined,
    to: call.to ?? undefined,
    gas: call.gas ?? undefined,
    gasPrice: call.gasPrice ?? undefined,
    maxFeePerGas: call.maxFeePerGas ?? undefined,
    maxPriorityFeePerGas: call.maxPriorityFeePerGas ?? undefined,
    value: call.value ?? undefined,
    data: call.input ?? call.data ?? undefined,
    nonce: call.nonce ?? undefined,
    accessList: call.accessList?.map(({ address, storageKeys }) => ({ address, storageKeys: storageKeys ?? [] })),
    authorizationList: call.authorizationList ?? undefined,
    chainId: call.chainId ?? undefined,
    type: call.type ?? undefined,
    maxFeePerBlobGas: call.maxFeePerBlobGas ?? undefined,
    blobVersionedHashes: call.blobVersionedHashes ?? undefined,
  };
});

function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
