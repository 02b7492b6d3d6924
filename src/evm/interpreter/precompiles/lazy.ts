/** Libraries that only rare calls need, loaded at their first use: together they would triple the start-up time. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

type Bls = typeof import('ethereum-cryptography/bls.js');
type Bn254 = typeof import('ethereum-cryptography/bn.js');
type Common = typeof import('@ethereumjs/common');
type Evm = typeof import('@ethereumjs/evm');
type Ripemd160 = typeof import('ethereum-cryptography/ripemd160.js');

export const loadBls = (): Bls => require('ethereum-cryptography/bls.js') as Bls;
export const loadBn254 = (): Bn254 => require('ethereum-cryptography/bn.js') as Bn254;
export const loadCommon = (): Common => require('@ethereumjs/common') as Common;
export const loadEvm = (): Evm => require('@ethereumjs/evm') as Evm;
export const loadRipemd160 = (): Ripemd160 => require('ethereum-cryptography/ripemd160.js') as Ripemd160;
