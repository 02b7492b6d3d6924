import * as z from 'zod';
import { bytesToHex, emptyBytes } from '../../hex.ts';
import type { SimulatedBlock, SimulatedCall } from '../../chain/simulation.ts';
import { effectiveGasPrice } from '../../evm/transaction.ts';
import { BlockSelector } from '../../wire/block-selector.ts';
import type { SimulatedCallRecord } from '../../wire/simulation.ts';
import { Simulation, writeSimulatedBlock } from '../../wire/simulation.ts';
import { encodeTransaction } from '../../wire/transaction.ts';
import type { Context } from '../context.ts';
import { defineMethod, json, param } from '../method.ts';
import { rawJson, rawJsonArray } from '../raw-json.ts';
import { revertMessage } from '../revert-reason.ts';
import { simulatedBlockSchema } from '../result-schemas.ts';

export const eth_simulateV1 = defineMethod({
  name: 'eth_simulateV1',
  summary: 'Simulates blocks of calls on top of a block, with overrides; nothing of it stays.',
  params: z.tuple([param('payload', Simulation), param('block', BlockSelector)]),
  result: json({ type: 'array', items: simulatedBlockSchema }),
  handler: async ({ chain, simulateErrorForm }, payload, block) => {
    const blocks = await chain.simulate(payload, block);
    return rawJsonArray(
      blocks.map((simulated) => encode(simulated, payload.returnFullTransactions, simulateErrorForm)),
    );
  },
});

/** The codes of a failed call in the object form (reference §6.5). */
const codes = { revert: 3, halt: -32015 } as const;

function encode(block: SimulatedBlock, isFull: boolean, form: Context['simulateErrorForm']) {
  const { header, hash, size, transactions, withdrawals, calls } = block;
  const { number: blockNumber, timestamp: blockTimestamp, baseFeePerGas = 0n } = header;
  const body = {
    hash,
    size,
    withdrawals,
    transactions: transactions.map((transaction, index) =>
      isFull
        ? encodeTransaction(transaction, {
            blockHash: hash,
            blockNumber,
            blockTimestamp,
            index,
            effectiveGasPrice: effectiveGasPrice(transaction, baseFeePerGas),
          })
        : transaction.hash,
    ),
  };
  const records = calls.map((call, transactionIndex): SimulatedCallRecord => ({
    status: call.halt === undefined ? 1 : 0,
    gasUsed: call.gasUsed,
    // Other nodes tell the peak as well, and show revert data in the error alone.
    maxUsedGas: form === 'object' ? call.maxUsedGas : undefined,
    returnData: form === 'object' && call.halt !== undefined ? emptyBytes : call.returnData,
    error: errorOf(call, form),
    logs: call.logs,
    place: {
      blockHash: hash,
      blockNumber,
      blockTimestamp,
      transactionHash: transactions[transactionIndex]!.hash,
      transactionIndex,
    },
  }));
  return rawJson(writeSimulatedBlock(header, body, records));
}

/** Why a call failed: text as specified, or the object of other nodes. */
function errorOf(
  { halt, returnData }: SimulatedCall,
  form: Context['simulateErrorForm'],
): SimulatedCallRecord['error'] {
  if (halt === undefined) return undefined;
  const message = halt === 'revert' ? revertMessage(returnData) : halt;
  if (form === 'string') return message;
  return halt === 'revert'
    ? { code: codes.revert, message, data: bytesToHex(returnData) }
    : { code: codes.halt, message };
}
