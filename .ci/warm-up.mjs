/**
 * Does once what a start and the first requests do, then keeps the code that V8 compiled for it beside the bundle.
 *
 * Usage: node .ci/warm-up.mjs FOLDER
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const folder = resolve(process.argv[2]);
const { load, scripts } = createRequire(join(folder, 'load.cjs'))('./load.cjs');

load('command.cjs');
const emulator = await load('library.cjs').startPretick({ port: 0 });
const [account] = emulator.accounts;
for (const [method, ...params] of [
  ['eth_chainId'],
  ['eth_blockNumber'],
  ['eth_getBalance', account.address, 'latest'],
  ['eth_call', { to: account.address, data: '0x' }, 'latest'],
]) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const reply = await fetch(emulator.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { error } = await reply.json();
  if (error !== undefined) throw new Error(`${method} answered ${JSON.stringify(error)}`);
}
await (await fetch(emulator.stocks)).text();
for (const [name, script] of scripts) writeFileSync(join(folder, `${name}.compiled`), script.createCachedData());
await emulator.stop();
