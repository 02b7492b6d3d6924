/** Contracts that a rollup has at fixed addresses from genesis on, as far as its own rules need them (reference §9.5). */
import type { Address } from '../../hex.ts';

/** Tells code what the rollup knows of L1; the first transaction of each block updates it. */
export const l1BlockAddress: Address = '0x4200000000000000000000000000000000000015';

/** Who updates it; nobody has its key. */
export const l1AttributesDepositor: Address = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001';
