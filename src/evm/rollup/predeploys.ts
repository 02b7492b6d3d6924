/** Contracts that a rollup has at fixed addresses from genesis on, as far as its own rules need them (reference §9.5). */
import type { Address } from '../../hex.ts';

/** Tells code what the rollup knows of L1; the first transaction of each block updates it. */
export const l1BlockAddress: Address = '0x4200000000000000000000000000000000000015';

/** Receive the base fees, and what transactions pay for L1. Tips go to the fee recipient. */
export const baseFeeVault: Address = '0x4200000000000000000000000000000000000019';
export const l1FeeVault: Address = '0x420000000000000000000000000000000000001a';

/** Keeps what is sent to L1. The root of its storage stands in headers, where there are no withdrawals of validators. */
export const messagePasser: Address = '0x4200000000000000000000000000000000000016';

/** Who updates L1Block. Nobody has its key. */
export const l1AttributesDepositor: Address = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001';
