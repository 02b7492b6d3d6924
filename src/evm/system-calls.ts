/** What each block does before its first transaction: it stores its parent's hash and its beacon root in system contracts. */
import type { Address, Hash } from '../hex.ts';
import { hexToBytes } from '../hex.ts';
import type { BlockContext, Engine, Outcome } from './engine.ts';
import { isActive } from './fork.ts';
import { emptyCodeHash } from './state/account.ts';
import type { Overlay } from './state/overlay.ts';

const systemAddress: Address = '0xfffffffffffffffffffffffffffffffffffffffe';

/** Beacon roots by timestamp (EIP-4788). */
export const beaconRootsAddress: Address = '0x000f3df6d732807ef1319fb7b8bb8522d0beac02';

/** Block hashes by number (EIP-2935). */
export const historyStorageAddress: Address = '0x0000f90827f1c53a10cb7a02335b175320002935';

/** Outside the block's gas limit (EIP-4788). */
const systemGas = 30_000_000;

export async function beginBlock(
  engine: Engine,
  overlay: Overlay,
  block: BlockContext,
  parentHash: Hash,
  parentBeaconBlockRoot: Hash,
): Promise<void> {
  if (isActive(block.fork, 'cancun'))
    await systemCall(engine, overlay, block, beaconRootsAddress, hexToBytes(parentBeaconBlockRoot));
  if (isActive(block.fork, 'prague'))
    await systemCall(engine, overlay, block, historyStorageAddress, hexToBytes(parentHash));
}

/** Runs a system contract, if the state has it. Pays nothing, and a failure changes nothing. */
export async function systemCall(
  engine: Engine,
  overlay: Overlay,
  block: BlockContext,
  to: Address,
  data: Uint8Array,
): Promise<Outcome | undefined> {
  if ((overlay.account(to)?.codeHash ?? emptyCodeHash) === emptyCodeHash) return undefined;
  const outcome = await engine.run({
    block,
    overlay,
    message: {
      caller: systemAddress,
      origin: systemAddress,
      to,
      createdAddress: undefined,
      value: 0n,
      data,
      gas: systemGas,
      gasPrice: 0n,
      blobHashes: [],
      warmAddresses: [],
      warmSlots: [],
    },
  });
  overlay.endTransaction({ destroyed: [], deleteEmpty: true });
  return outcome;
}
