/** Blocks from a file onto a chain, with progress for those who wait. */
import { readFileSync } from 'node:fs';
import type { Chain } from './chain/chain.ts';
import { BadBlockError } from './chain/import.ts';
import { systemClock } from './clock.ts';
import { ConfigError } from './config.ts';
import { BlockDecodeError, decodeBlocks } from './evm/block-decoding.ts';
import type { Logger } from './server/logger.ts';

/** How often progress is told, in ms. */
const progressInterval = 1_000;

/**
 * Executes and verifies the blocks of a file one after another.
 * @throws ConfigError that names the file, and the block or byte that is wrong
 */
export async function importFile(chain: Chain, file: string, log: Logger): Promise<void> {
  const start = systemClock.monotonic();
  let told = start;
  let blocks = 0;
  try {
    for (const block of decodeBlocks(readFileSync(file))) {
      // oxlint-disable-next-line no-await-in-loop -- each block builds on the one before
      await chain.import(block);
      blocks += 1;
      if (systemClock.monotonic() - told < progressInterval) continue;
      told = systemClock.monotonic();
      log.info({ block: Number(block.header.number) }, 'importing');
    }
  } catch (error) {
    const isExpected = error instanceof BadBlockError || error instanceof BlockDecodeError || isFileError(error);
    if (!isExpected) throw error;
    throw new ConfigError(`${file}: ${error.message}`, { cause: error });
  }
  const ms = Math.round(systemClock.monotonic() - start);
  log.info({ blocks, block: Number(chain.head.header.number), hash: chain.head.hash, ms }, 'imported');
}

function isFileError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
