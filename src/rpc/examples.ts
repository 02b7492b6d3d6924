/** An example call of each method that needs parameters, for the OpenRPC document. A test makes every one of them. */

export type Example = {
  readonly params: readonly unknown[];
  /** Where every chain of the built-in fixtures answers the same. */
  readonly result?: unknown;
};

/** The first of the funded development accounts, and the second. */
const account = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const recipient = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';

/** One wei from the first account to the second on the main chain, as its first transaction. */
const raw =
  '0x02f86b82210580830f4240843b9aca008252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c080a0bb0649f22361a1f2542a1ee6' +
  '75f894e289989040e8cfe58425966159a7475fb7a00817b2ef9975177578f07f5a62b6da8b2d46e7576f0bb5a292de49defd992e04';
const transaction = '0x8ab18c1bc7c77e8c30515dc7d9cdaee4e4bcfddb51d239d9636fb9b0f4580701';

/** The same as the second transaction. */
const secondRaw =
  '0x02f86b82210501830f4240843b9aca008252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c001a0c869c77f2e36509d0ca69191' +
  'c89d5ae13521848a97fc6bd1b3108d5b67ff1cc0a025d5be80f0c92e364d9c5e516d790010470a1ca4246b3fef0deb3a59336bb8eb';

/** Stands for the hash of a block. */
export const someBlock = `0x${'11'.repeat(32)}`;

/** Stands for the id of a filter or of a subscription. */
export const someId = `0x${'22'.repeat(16)}`;

const zero = `0x${'00'.repeat(32)}`;
const call = { from: account, to: recipient, value: '0x1' };

const byBlockHash: Example = { params: [someBlock] };
const byTransaction: Example = { params: [transaction] };

/** Methods without parameters need no example. */
export const examples: Readonly<Record<string, Example>> = {
  eth_getLogs: { params: [{ fromBlock: '0x0', toBlock: '0x0', address: recipient }], result: [] },
  eth_call: { params: [{ to: recipient, data: '0x70a08231' }, 'pending'], result: '0x' },
  eth_simulateV1: { params: [{ blockStateCalls: [{ calls: [call] }], traceTransfers: true }, 'pending'] },
  eth_getBlockReceipts: { params: ['0x0'], result: [] },
  eth_estimateGas: { params: [call] },
  eth_sendRawTransaction: { params: [raw], result: transaction },
  eth_getTransactionCount: { params: [account, '0x0'], result: '0x0' },
  eth_getCode: { params: [account, 'latest'], result: '0x' },
  eth_getBalance: { params: [account, '0x0'], result: '0x21e19e0c9bab2400000' },
  base_transactionStatus: byTransaction,
  debug_getRawBlock: { params: ['0x0'] },
  debug_getRawHeader: { params: ['0x0'] },
  debug_getRawReceipts: { params: ['0x0'], result: [] },
  debug_getRawTransaction: { params: [transaction], result: raw },
  debug_traceBlockByHash: { params: [someBlock, { tracer: 'callTracer' }] },
  debug_traceBlockByNumber: { params: ['latest'] },
  debug_traceCall: { params: [call, 'latest', { tracer: 'prestateTracer' }] },
  debug_traceTransaction: byTransaction,
  eth_createAccessList: { params: [call, 'latest'] },
  eth_feeHistory: { params: ['0x2', 'latest', [25, 75]] },
  eth_getBlockByHash: { params: [someBlock, true] },
  eth_getBlockByNumber: { params: ['pending', false] },
  eth_getBlockTransactionCountByHash: byBlockHash,
  eth_getBlockTransactionCountByNumber: { params: ['0x0'], result: '0x0' },
  eth_getFilterChanges: { params: [someId] },
  eth_getFilterLogs: { params: [someId] },
  eth_getHeaderByHash: byBlockHash,
  eth_getHeaderByNumber: { params: ['latest'] },
  eth_getProof: { params: [account, ['0x0'], 'latest'] },
  eth_getRawTransactionByBlockHashAndIndex: { params: [someBlock, '0x0'] },
  eth_getRawTransactionByBlockNumberAndIndex: { params: ['0x0', '0x0'], result: '0x' },
  eth_getRawTransactionByHash: { params: [transaction], result: raw },
  eth_getStorageAt: { params: [account, '0x0', 'latest'], result: zero },
  eth_getStorageValues: { params: [{ [account]: [zero] }, 'latest'], result: { [account]: [zero] } },
  eth_getTransactionByBlockHashAndIndex: { params: [someBlock, '0x0'] },
  eth_getTransactionByBlockNumberAndIndex: { params: ['0x0', '0x0'], result: null },
  eth_getTransactionByHash: byTransaction,
  eth_getTransactionReceipt: byTransaction,
  eth_getUncleByBlockHashAndIndex: { params: [someBlock, '0x0'], result: null },
  eth_getUncleByBlockNumberAndIndex: { params: ['latest', '0x0'], result: null },
  eth_getUncleCountByBlockHash: { params: [someBlock], result: '0x0' },
  eth_getUncleCountByBlockNumber: { params: ['latest'], result: '0x0' },
  eth_newFilter: { params: [{ toBlock: 'pending', address: recipient }] },
  eth_newPendingTransactionFilter: { params: [true] },
  eth_sendRawTransactionSync: { params: [secondRaw, 2_000] },
  eth_subscribe: { params: ['newHeads'] },
  eth_uninstallFilter: { params: [someId] },
  eth_unsubscribe: { params: [someId] },
  testing_buildBlockV1: {
    params: [
      someBlock,
      {
        timestamp: '0xffffffff',
        prevRandao: zero,
        suggestedFeeRecipient: recipient,
        withdrawals: [],
        parentBeaconBlockRoot: zero,
      },
      [],
      '0x',
    ],
  },
  txpool_contentFrom: { params: [recipient], result: { pending: {}, queued: {} } },
  web3_sha3: { params: ['0x'], result: '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470' },
};
