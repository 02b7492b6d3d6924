/** What stands on the chains of the fixtures is what the sources make; `npm run contracts` puts it there anew. */
import { expect, test } from 'vitest';
import { compile } from './compile.ts';
import { genesisFile, genesisWith, predeployAccounts } from './genesis.ts';

const codes = compile();

test.each(['mainnet', 'testnet'])('the contracts of %s are those of the sources', async (chain) => {
  await expect(genesisWith(chain, predeployAccounts(codes))).toMatchFileSnapshot(genesisFile(chain));
});
