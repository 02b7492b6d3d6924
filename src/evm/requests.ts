/** What a block asks of the consensus layer (EIP-7685): deposits, withdrawals and consolidations. */
import type { Address, Hash } from '../hex.ts';
import { bytesToHex } from '../hex.ts';
import { sha256Bytes } from './crypto.ts';
import type { BlockContext, Engine, Log } from './engine.ts';
import type { Overlay } from './state/overlay.ts';
import { systemCall } from './system-calls.ts';

/** Takes withdrawal requests (EIP-7002). */
export const withdrawalRequestsAddress: Address = '0x00000961ef480eb55e80d19ad83579a64c007002';

/** Takes consolidation requests (EIP-7251). */
export const consolidationRequestsAddress: Address = '0x0000bbddc7ce488642fb579f8b00f3a590007251';

/** Type byte and contract of the requests that a system call collects. */
const queues: readonly { readonly type: number; readonly contract: Address }[] = [
  { type: 1, contract: withdrawalRequestsAddress },
  { type: 2, contract: consolidationRequestsAddress },
];

/** keccak256 of `DepositEvent(bytes,bytes,bytes,bytes,bytes)` (EIP-6110). */
const depositTopic: Hash = '0x649bbc62d0e31342afea4e5cd82d4049e7e1ee912fc0889aa790803be39038c5';

/** Where the five parts of a deposit stand in its log: public key, credentials, amount, signature, index. */
const depositParts = [
  [192, 48],
  [288, 32],
  [352, 8],
  [416, 96],
  [544, 8],
] as const;

/** The requests of a block, each with its type byte in front; empty ones are left out. Runs the system contracts. */
export async function collectRequests(
  engine: Engine,
  overlay: Overlay,
  block: BlockContext,
  logs: readonly Log[],
  depositContract: Address | undefined,
): Promise<readonly Uint8Array[]> {
  const deposits = logs
    .filter((log) => log.address === depositContract && log.topics[0] === depositTopic)
    .flatMap(({ data }) => depositParts.map(([offset, length]) => data.subarray(offset, offset + length)));
  const requests = [typed(0, deposits)];
  for (const { type, contract } of queues) {
    // oxlint-disable-next-line no-await-in-loop -- one after another, in the order of their types
    const outcome = await systemCall(engine, overlay, block, contract, new Uint8Array(0));
    requests.push(typed(type, outcome === undefined ? [] : [outcome.returnData]));
  }
  return requests.filter((request) => request.length > 1);
}

/** The header field over the requests. */
export function requestsHash(requests: readonly Uint8Array[]): Hash {
  return bytesToHex(sha256Bytes(Buffer.concat(requests.map(sha256Bytes))));
}

function typed(type: number, parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat([Uint8Array.of(type), ...parts]);
}
