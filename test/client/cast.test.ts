/** The main steps with `cast`, Foundry's command line: a client in another language, one process for each question. */
import { execFile, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import type { Hex } from 'viem';
import { encodeErrorResult, parseEther } from 'viem';
import { describe, expect, it } from 'vitest';
import type { PretickOptions } from '../../src/index.ts';
import { testToken } from '../support/contracts.ts';
import { block, createTestEmulator, flashblock, sent, zeroHash } from '../support/emulator.ts';

const environment = { PATH: process.env['PATH'], NO_COLOR: '1' };

/** The binary of this platform; its package's own script would swallow the exit code. */
const binary = ((): string | undefined => {
  const { platform } = process;
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const path = `@foundry-rs/cast-${platform}-${arch}/bin/cast${platform === 'win32' ? '.exe' : ''}`;
  try {
    // Where cast's own package would find it.
    const found = createRequire(import.meta.resolve('@foundry-rs/cast/package.json')).resolve(path);
    if (spawnSync(found, ['--version'], { env: environment }).status === 0) return found;
  } catch {
    // Its binaries are a package for each platform, and none is for this one.
  }
  process.stderr.write(`Skipping the tests with cast: there is no ${path} that runs here.\n`);
  return undefined;
})();

/** The emulator with cast in front of it. */
async function createCast(options: PretickOptions = {}) {
  const emulator = await createTestEmulator(options);
  const run = async (url: string, ...args: readonly string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(binary!, args, { env: { ...environment, ETH_RPC_URL: url } });
    return stdout.trim();
  };
  const cast = async (...args: readonly string[]): Promise<string> => run(emulator.main.rpc, ...args);
  const [alice, bob] = emulator.accounts as readonly [Account, Account];
  /** Sends a transaction of alice's and returns its hash without waiting. */
  const send = async (...args: readonly string[]): Promise<string> =>
    cast('send', '--async', '--private-key', alice.privateKey, ...args);
  return { ...emulator, run, cast, send, alice, bob };
}

type Account = { readonly address: Hex; readonly privateKey: Hex };

describe.skipIf(binary === undefined)('cast', () => {
  it('tells chain, client and accounts', async () => {
    const { cast, run, test, alice } = await createCast();
    expect(await cast('chain-id')).toBe('8453');
    expect(await run(test.rpc, 'chain-id')).toBe('84532');
    expect(await cast('client')).toMatch(/^pretick\/v/);
    expect(await cast('block-number')).toBe('0');
    expect(await cast('balance', alice.address)).toBe(String(parseEther('10000')));
    expect(await cast('nonce', alice.address)).toBe('0');
    expect(await cast('gas-price')).toBe('6000000');
  });

  it('deploys a token, transfers it, and sees both at pending before the block', async () => {
    const { cast, send, alice, bob, advance } = await createCast();
    const deployment = await send('--create', testToken.bytecode);
    await advance(flashblock);
    const { contractAddress, blockHash } = JSON.parse(await cast('receipt', deployment, '--json', '--async')) as {
      readonly contractAddress: string;
      readonly blockHash: string;
    };
    expect(blockHash).toBe(zeroHash);
    expect(await cast('code', contractAddress, '--block', 'pending')).toBe(testToken.deployedBytecode);
    expect(await cast('code', contractAddress)).toBe('0x');
    await advance(block);
    expect(await cast('code', contractAddress)).toBe(testToken.deployedBytecode);

    const transfer = [contractAddress, 'transfer(address,uint256)', bob.address, '42'] as const;
    expect(Number(await cast('estimate', ...transfer, '--from', alice.address))).toBeGreaterThan(40_000);
    const hash = await send(...transfer);
    await advance(flashblock);
    const balance = ['call', contractAddress, 'balanceOf(address)(uint256)', bob.address] as const;
    expect(await cast(...balance, '--block', 'pending')).toBe('42');
    expect(await cast(...balance)).toBe('0');
    expect(await cast('nonce', alice.address, '--block', 'pending')).toBe('2');
    const logs = ['logs', 'Transfer(address,address,uint256)', '--address', contractAddress, '--json'] as const;
    const transactions = async (from: string, to: string): Promise<unknown> =>
      (JSON.parse(await cast(...logs, '--from-block', from, '--to-block', to)) as { transactionHash: string }[]).map(
        ({ transactionHash }) => transactionHash,
      );
    expect(await transactions('pending', 'pending')).toEqual([hash]);
    expect(await transactions('earliest', 'latest')).toEqual([deployment]);

    await advance(block - flashblock);
    expect(await cast(...balance)).toBe('42');
    expect(await cast('receipt', hash, 'status', '--async')).toMatch(/^(1 \(success\)|true|1)$/);
    expect(await cast('tx', hash, 'from')).toBe(alice.address);
    const sealed = JSON.parse(await cast('block', 'latest', '--json')) as { hash: string; transactions: string[] };
    expect(sent(sealed.transactions)).toEqual([hash]);
    expect(await transactions('earliest', 'latest')).toEqual([deployment, hash]);
    expect(await cast('block', 'pending', '--field', 'number')).toBe('3');
    expect(await cast('storage', contractAddress, '0')).toBe(
      `0x${parseEther('1000000').toString(16).padStart(64, '0')}`,
    );
  });

  it('waits for its receipt', async () => {
    const { cast, alice, bob } = await createCast({ ticking: 'auto' });
    const start = performance.now();
    const receipt: unknown = JSON.parse(
      await cast('send', bob.address, '--value', '1', '--private-key', alice.privateKey, '--json'),
    );
    process.stdout.write(`cast: send took ${Math.round(performance.now() - start)} ms\n`);
    expect(receipt).toMatchObject({ status: '0x1', to: bob.address.toLowerCase() });
  });

  it('shows the data of a call that reverts, which it decodes by itself only under code 3', async () => {
    const { cast, send, bob, advance } = await createCast();
    const deployment = await send('--create', testToken.bytecode);
    await advance(block);
    const address = await cast('receipt', deployment, 'contractAddress', '--async');
    const { abi } = testToken;
    const data = encodeErrorResult({ abi, errorName: 'InsufficientBalance', args: [bob.address, 0n, 1n] });
    const transfer = [address, 'transfer(address,uint256)', bob.address, '1', '--from', bob.address] as const;
    const shown = `error code -32000: execution reverted, data: "${data}"`;
    await expect(cast('call', ...transfer)).rejects.toThrow(shown);
    await expect(cast('estimate', ...transfer)).rejects.toThrow(shown);
    const decoded = await cast('decode-error', data, '--sig', 'InsufficientBalance(address,uint256,uint256)');
    expect(decoded.split('\n')).toEqual([bob.address, '0', '1']);
  });

  it('shows what is refused', async () => {
    const { cast, run, main, send, bob } = await createCast();
    const value = [bob.address, '--value', '1', '--nonce', '0', '--gas-limit', '21000'] as const;
    const fees = (gwei: string) => ['--gas-price', `${gwei}gwei`, '--priority-gas-price', `${gwei}gwei`] as const;
    await send(...value, ...fees('1'));
    await expect(send(...value, ...fees('1.09'))).rejects.toThrow('replacement transaction underpriced');
    await send(...value, ...fees('1.1'));
    await expect(cast('rpc', 'eth_getBlockReceipts', 'latest')).rejects.toThrow('rpc method is not whitelisted');
    expect(await run(main.provider, 'rpc', 'eth_getBlockReceipts', 'latest')).toBe('[]');
    await expect(cast('rpc', 'eth_nothing')).rejects.toThrow('the method "eth_nothing" does not exist');
  });
});
