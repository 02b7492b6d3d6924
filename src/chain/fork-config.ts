/** Which rules are in force, which come next and which come last, in a form that two nodes can compare (EIP-7910). */
import { crc32 } from 'node:zlib';
import type { Address } from '../hex.ts';
import { hexToBytes } from '../hex.ts';
import { isActive } from '../evm/fork.ts';
import type { Fork } from '../evm/fork.ts';
import { consolidationRequestsAddress, withdrawalRequestsAddress } from '../evm/requests.ts';
import type { Activation, BlobSchedule, Upgrades } from '../evm/schedule.ts';
import { beaconRootsAddress, historyStorageAddress } from '../evm/system-calls.ts';
import type { ChainRules } from './rules.ts';
import type { Block } from './view.ts';

export type ForkConfig = {
  /** Seconds since 1970; 0 for rules that held from the first block on. */
  readonly activationTime: bigint;
  readonly blobs: BlobSchedule | undefined;
  readonly chainId: bigint;
  /** Checksum over genesis and every upgrade up to this one (EIP-6122). */
  readonly forkId: number;
  /** By name. */
  readonly precompiles: Readonly<Record<string, Address>>;
  readonly systemContracts: Readonly<Record<string, Address>>;
};

export type ForkConfigs = {
  /** `undefined` before Shanghai, whose rules begin by number. */
  readonly current: ForkConfig | undefined;
  readonly next: ForkConfig | undefined;
  readonly last: ForkConfig | undefined;
};

/** @param precompiles their addresses at a fork */
export function forkConfigs(
  rules: ChainRules,
  genesis: Block,
  head: Block,
  precompiles: (fork: Fork) => readonly Address[],
): ForkConfigs {
  const timed = rules.upgrades.activations.flatMap((activation) =>
    'timestamp' in activation.since ? [{ ...activation, time: activation.since.timestamp }] : [],
  );
  const describe = (activation: (Activation & { readonly time: bigint }) | undefined): ForkConfig | undefined =>
    activation && {
      activationTime: activation.time <= genesis.header.timestamp ? 0n : activation.time,
      blobs: activation.blobs,
      chainId: rules.chainId,
      forkId: forkId(rules.upgrades, genesis, activation.time),
      precompiles: Object.fromEntries(
        precompiles(activation.fork).map((address) => [precompileNames[Number(address)] ?? address, address]),
      ),
      systemContracts: systemContracts(activation.fork, rules),
    };
  const { timestamp } = head.header;
  const next = timed.find(({ time }) => time > timestamp);
  return {
    current: describe(timed.findLast(({ time }) => time <= timestamp)),
    next: describe(next),
    last: next && describe(timed.at(-1)),
  };
}

/** As the EIP names them, by address. */
const precompileNames: Readonly<Record<number, string>> = {
  0x01: 'ECREC',
  0x02: 'SHA256',
  0x03: 'RIPEMD160',
  0x04: 'ID',
  0x05: 'MODEXP',
  0x06: 'BN254_ADD',
  0x07: 'BN254_MUL',
  0x08: 'BN254_PAIRING',
  0x09: 'BLAKE2F',
  0x0a: 'KZG_POINT_EVALUATION',
  0x0b: 'BLS12_G1ADD',
  0x0c: 'BLS12_G1MSM',
  0x0d: 'BLS12_G2ADD',
  0x0e: 'BLS12_G2MSM',
  0x0f: 'BLS12_PAIRING_CHECK',
  0x10: 'BLS12_MAP_FP_TO_G1',
  0x11: 'BLS12_MAP_FP2_TO_G2',
  0x100: 'P256VERIFY',
};

/** All upgrades by number count as past: rules that begin by time come after them. */
function forkId({ numbers, timestamps }: Upgrades, { hash, header }: Block, time: bigint): number {
  const passed = [
    ...distinct(numbers.filter((number) => number > 0n)),
    ...distinct(timestamps.filter((timestamp) => timestamp > header.timestamp && timestamp <= time)),
  ];
  return passed.reduce((sum, point) => crc32(eightBytes(point), sum), crc32(hexToBytes(hash)));
}

function distinct(values: readonly bigint[]): readonly bigint[] {
  return [...new Set(values)].sort((a, b) => (a < b ? -1 : 1));
}

function eightBytes(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value);
  return bytes;
}

/** The names are those of the EIP. */
function systemContracts(fork: Fork, { requests }: ChainRules): Readonly<Record<string, Address>> {
  return {
    ...(isActive(fork, 'cancun') && { BEACON_ROOTS_ADDRESS: beaconRootsAddress }),
    ...(isActive(fork, 'prague') && { HISTORY_STORAGE_ADDRESS: historyStorageAddress }),
    ...(isActive(fork, 'prague') &&
      requests !== undefined && {
        CONSOLIDATION_REQUEST_PREDEPLOY_ADDRESS: consolidationRequestsAddress,
        WITHDRAWAL_REQUEST_PREDEPLOY_ADDRESS: withdrawalRequestsAddress,
        ...(requests.depositContract !== undefined && { DEPOSIT_CONTRACT_ADDRESS: requests.depositContract }),
      }),
  };
}
