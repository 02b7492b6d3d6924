/** A random state with a message to run on it, and what an engine makes of it, in a form that can be compared. */
import type { Address, Hash } from '../../src/hex.ts';
import { bigIntToAddress, bigIntToHash, bytesToHex, emptyBytes, zeroHash } from '../../src/hex.ts';
import { keccak256 } from '../../src/evm/crypto.ts';
import type { Engine, HaltReason, Hooks, Run } from '../../src/evm/engine.ts';
import type { Fork } from '../../src/evm/fork.ts';
import { isActive } from '../../src/evm/fork.ts';
import type { Account, StateReader } from '../../src/evm/state/account.ts';
import { emptyCodeHash } from '../../src/evm/state/account.ts';
import type { Overlay } from '../../src/evm/state/overlay.ts';
import { createOverlay } from '../../src/evm/state/overlay.ts';
import { createAddress } from '../../src/evm/transaction.ts';
import { randomCode } from './program.ts';
import { createRandom } from './random.ts';

const early: readonly Fork[] = [
  'frontier',
  'homestead',
  'tangerineWhistle',
  'spuriousDragon',
  'byzantium',
  'constantinople',
  'petersburg',
  'istanbul',
];
const late: readonly Fork[] = ['berlin', 'london', 'paris', 'shanghai', 'cancun', 'prague', 'osaka'];
const fuzzedForks = [...early, ...late, ...late];

export type Scenario = {
  readonly fork: Fork;
  readonly codes: ReadonlyMap<Address, Uint8Array>;
  readonly run: Omit<Run, 'overlay'>;
  readonly reader: StateReader;
};

const sender: Address = '0x00000000000000000000000000000000005e0de2';
const coinbase: Address = '0x00000000000000000000000000000000000c01ba';
const absent: Address = '0x000000000000000000000000000000000000dead';
const emptyAccountAddress: Address = '0x0000000000000000000000000000000000e3b17e';
const contracts = [1n, 2n, 3n, 4n].map((index) => bigIntToAddress(0xc0de00n + index));

/** Not 0x0a: the other engine has no KZG. Pairings are left out because they take long. */
const precompiles = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 9n, 0xbn, 0xcn, 0xdn, 0x10n, 0x100n].map(bigIntToAddress);

export function makeScenario(seed: number): Scenario {
  const random = createRandom(seed);
  const fork = random.pick(fuzzedForks);
  const targets = [...contracts, ...contracts, ...contracts, sender, coinbase, absent, emptyAccountAddress];
  const program = { random, fork, targets: [...targets, random.pick(precompiles), random.pick(precompiles)] };

  const accounts = new Map<Address, Account>();
  const codes = new Map<Hash, Uint8Array>();
  const codeByAddress = new Map<Address, Uint8Array>();
  const storage = new Map<Address, Map<bigint, bigint>>();
  accounts.set(sender, { nonce: 7n, balance: 10n ** 18n, codeHash: emptyCodeHash });
  accounts.set(emptyAccountAddress, { nonce: 0n, balance: 0n, codeHash: emptyCodeHash });
  contracts.forEach((address, index) => {
    const isDelegated = isActive(fork, 'prague') && index > 0 && random.once(4);
    const code = isDelegated
      ? Buffer.from(`ef0100${random.pick(program.targets).slice(2)}`, 'hex')
      : randomCode(program, 2 + random.below(30));
    const codeHash = code.length === 0 ? emptyCodeHash : keccak256(code);
    codes.set(codeHash, code);
    codeByAddress.set(address, code);
    accounts.set(address, { nonce: 1n, balance: BigInt(random.below(6)), codeHash });
    const slots = new Map<bigint, bigint>();
    for (let slot = 0n; slot < 4n; slot++) if (random.once(2)) slots.set(slot, BigInt(1 + random.below(2)));
    if (slots.size > 0) storage.set(address, slots);
  });

  const isCreation = random.once(8);
  const data = isCreation ? randomCode(program, 2 + random.below(20)) : random.bytes(random.below(100));
  const to = isCreation ? undefined : contracts[0]!;
  const createdAddress = isCreation ? createAddress(sender, 6n) : undefined;
  if (createdAddress !== undefined && random.once(20))
    accounts.set(createdAddress, { nonce: BigInt(random.below(2)), balance: 3n, codeHash: emptyCodeHash });
  const warmAddresses: Address[] = [sender, to ?? createdAddress!];
  if (isActive(fork, 'shanghai')) warmAddresses.push(coinbase);
  if (random.once(3)) warmAddresses.push(random.pick(targets));
  // As in an access list, where a slot comes with its address.
  const warmSlots: [Address, bigint][] = random.once(3) ? [[contracts[0]!, 1n]] : [];
  if (warmSlots.length > 0) warmAddresses.push(contracts[0]!);
  return {
    fork,
    codes: codeByAddress,
    reader: {
      account: (address) => accounts.get(address),
      code: (hash) => codes.get(hash) ?? emptyBytes,
      storage: (address, slot) => storage.get(address)?.get(slot) ?? 0n,
      hasStorage: (address) => storage.has(address),
    },
    run: {
      block: {
        fork,
        chainId: 8453n,
        number: 20n,
        timestamp: 1_700_000_000n,
        gasLimit: 30_000_000n,
        coinbase,
        difficulty: isActive(fork, 'paris') ? 0n : 131_072n,
        prevRandao: isActive(fork, 'paris') ? keccak256(Buffer.from('randao')) : zeroHash,
        baseFee: isActive(fork, 'london') ? 7n : 0n,
        blobBaseFee: 3n,
        blockHash: (number) => keccak256(Buffer.from(number.toString())),
      },
      message: {
        caller: sender,
        to,
        createdAddress,
        value: random.once(4) ? BigInt(random.below(1000)) : 0n,
        data,
        gas: random.once(4) ? random.below(100_000) : 100_000 + random.below(900_000),
        origin: sender,
        gasPrice: 9n,
        blobHashes: isActive(fork, 'cancun') ? [bigIntToHash(2n ** 248n + 1n), bigIntToHash(2n ** 248n + 2n)] : [],
        warmAddresses,
        warmSlots,
      },
    },
  };
}

/** Everything of a run that a caller can see. */
export type Seen = {
  readonly halt: string | undefined;
  readonly gasUsed: number;
  readonly refund: number;
  readonly returnData: string;
  readonly logs: readonly string[];
  readonly destroyed: readonly string[];
  readonly state: readonly string[];
};

export async function observe(engine: Engine, scenario: Scenario, hooks?: Hooks): Promise<Seen> {
  const overlay = createOverlay(scenario.reader);
  const outcome = await engine.run({ ...scenario.run, overlay, hooks });
  const { destroyed } = outcome;
  overlay.endTransaction({ destroyed, deleteEmpty: isActive(scenario.fork, 'spuriousDragon') });
  return {
    halt: haltKind(outcome.halt),
    gasUsed: outcome.gasUsed,
    refund: outcome.refund,
    returnData: bytesToHex(outcome.returnData),
    logs: outcome.logs.map(({ address, topics, data }) => `${address} ${topics.join()} ${bytesToHex(data)}`),
    destroyed: [...destroyed].sort(),
    state: stateOf(overlay, scenario.reader),
  };
}

/** Reasons for which implementations check in different order count as one: all of them take all gas. */
function haltKind(halt: HaltReason | undefined): string | undefined {
  return halt === undefined || halt === 'revert' ? halt : 'exceptional halt';
}

/** What differs from the state before, one line for each field, in order. */
function stateOf(overlay: Overlay, before: StateReader): readonly string[] {
  const lines: string[] = [];
  for (const address of overlay.changes.accounts.keys()) {
    const now = overlay.account(address);
    const then = before.account(address);
    const show = (account: Account | undefined): string =>
      account === undefined ? 'none' : `${account.nonce} ${account.balance} ${account.codeHash}`;
    if (show(now) !== show(then)) lines.push(`${address}: ${show(now)}`);
  }
  for (const [address, slots] of overlay.changes.storage)
    for (const slot of slots.keys()) {
      const now = overlay.storage(address, slot);
      if (now !== before.storage(address, slot)) lines.push(`${address}[${slot}]: ${now}`);
    }
  return lines.sort();
}
