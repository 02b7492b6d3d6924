/** Verification of a signature on the curve P-256 (EIP-7951). No output when it does not hold. */
import { emptyBytes } from '../../../hex.ts';
import { loadCommon, loadEvm } from './lazy.ts';
import type { Precompile } from './table.ts';

const gas = 6900;

let loaded: ((input: Uint8Array) => Uint8Array) | undefined;

export const p256Verify: Precompile = {
  gas: () => gas,
  run(input) {
    if (input.length !== 160) return emptyBytes;
    loaded ??= load();
    return loaded(input);
  },
};

function load(): (input: Uint8Array) => Uint8Array {
  const { Common, Mainnet, Hardfork } = loadCommon();
  const common = new Common({ chain: Mainnet, hardfork: Hardfork.Osaka });
  const verify = loadEvm().getActivePrecompiles(common).get('100'.padStart(40, '0'));
  if (verify === undefined) throw new Error('@ethereumjs/evm has no P256VERIFY');
  return (data) => {
    // It uses neither engine nor state.
    const result = verify({ data, gasLimit: BigInt(gas), common } as Parameters<typeof verify>[0]);
    if (result instanceof Promise) throw new Error('P256VERIFY of @ethereumjs/evm became asynchronous');
    return result.returnValue;
  };
}
