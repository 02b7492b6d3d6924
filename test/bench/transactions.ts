/**
 * The transactions that every node gets, signed before anything is measured. Signing costs half a millisecond each, so what was
 * signed once is kept for later runs.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hex } from 'viem';
import { keccak256, padHex, toHex } from 'viem';
import type { HDAccount } from 'viem/accounts';
import { mnemonicToAccount } from 'viem/accounts';
import { chainId } from './chain-id.ts';
import { cacheFolder } from './peers.ts';
import { say } from './report.ts';

/** Senders of transfers, and one more that deploys and calls contracts. */
export const accountCount = 21;
const senderCount = accountCount - 1;

export type Signed = { readonly raw: Hex; readonly hash: Hex };

const mnemonic = 'test test test test test test test test test test test junk';
const derived: (HDAccount | undefined)[] = [];

/** One of the funded accounts; the last one deploys. */
export function account(index: number): HDAccount {
  return (derived[index] ??= mnemonicToAccount(mnemonic, { addressIndex: index }));
}

export function deployer(): HDAccount {
  return account(senderCount);
}

/** A call or creation by the deployer. */
export async function signByDeployer(nonce: number, fields: { to?: Hex; data: Hex; gas?: bigint }): Promise<Signed> {
  return sign(deployer(), { nonce, gas: 3_000_000n, ...fields });
}

/** Transfers of ether from the senders in turn, each to an address that has nothing yet. */
export async function transfers(count: number): Promise<readonly Signed[]> {
  return kept('transfers', count, async (index) => {
    const to = padHex(toHex(index + 1), { size: 18 }).replace('0x', '0x7e57') as Hex;
    const nonce = Math.floor(index / senderCount);
    return sign(account(index % senderCount), { nonce, to, value: 1n, gas: 21_000n });
  });
}

/** Calls of a contract by the deployer, after the given number of other transactions; the only word of calldata counts up. */
export async function countingCalls(to: Hex, after: number, count: number): Promise<readonly Signed[]> {
  return kept(`calls-${to}-${after}`, count, async (index) =>
    signByDeployer(after + index, { to, data: padHex(toHex(index), { size: 32 }), gas: 200_000n }),
  );
}

/** Signs what no earlier run has signed. */
async function kept(name: string, count: number, signed: (index: number) => Promise<Signed>): Promise<Signed[]> {
  const file = join(cacheFolder, `${name}-${chainId}.txt`);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  const raws = lines.slice(0, count) as Hex[]; // only this function writes the file
  if (raws.length < count - 1_000) say(`Signing ${count - raws.length} transactions …`);
  const added: Hex[] = [];
  while (raws.length + added.length < count) added.push((await signed(raws.length + added.length)).raw);
  mkdirSync(cacheFolder, { recursive: true });
  if (added.length > 0) appendFileSync(file, added.map((raw) => `${raw}\n`).join(''));
  return [...raws, ...added].map((raw) => ({ raw, hash: keccak256(raw) }));
}

async function sign(
  signer: HDAccount,
  fields: { nonce: number; to?: Hex; value?: bigint; data?: Hex; gas: bigint },
): Promise<Signed> {
  const fees = { maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 1_000_000n };
  const raw = await signer.signTransaction({ type: 'eip1559', chainId, ...fees, ...fields });
  return { raw, hash: keccak256(raw) };
}
