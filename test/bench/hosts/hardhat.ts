/**
 * Hardhat's own JSON-RPC server without its command line, which refuses Node 20 and prints every request: both would count against
 * it.
 */
import { chainId } from '../chain-id.ts';
import { accountCount } from '../transactions.ts';
import { hardhatNetwork } from './hardhat-network.ts';
import { hostOptions, serve } from './host.ts';

const { library, port, mining = 'atOnce', cwd } = hostOptions();
if (cwd !== undefined) process.chdir(cwd); // it looks for a project around itself
const network = await hardhatNetwork(library, { chainId, accountCount, mining });
const server = await network.createServer('node', '127.0.0.1', port);
await server.listen();
serve(async () => undefined);
