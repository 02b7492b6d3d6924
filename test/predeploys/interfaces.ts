/** The public interfaces of the contracts that stand on the chains from block 0, written from their documentation, for viem. */
import { parseAbi } from 'viem';

export const l1Block = {
  address: '0x4200000000000000000000000000000000000015',
  abi: parseAbi([
    'function DEPOSITOR_ACCOUNT() view returns (address)',
    'function number() view returns (uint64)',
    'function timestamp() view returns (uint64)',
    'function basefee() view returns (uint256)',
    'function hash() view returns (bytes32)',
    'function sequenceNumber() view returns (uint64)',
    'function baseFeeScalar() view returns (uint32)',
    'function blobBaseFeeScalar() view returns (uint32)',
    'function batcherHash() view returns (bytes32)',
    'function l1FeeOverhead() view returns (uint256)',
    'function l1FeeScalar() view returns (uint256)',
    'function blobBaseFee() view returns (uint256)',
    'function operatorFeeScalar() view returns (uint32)',
    'function operatorFeeConstant() view returns (uint64)',
    'function daFootprintGasScalar() view returns (uint16)',
    'function gasPayingToken() view returns (address, uint8)',
    'function gasPayingTokenName() view returns (string)',
    'function gasPayingTokenSymbol() view returns (string)',
    'function isCustomGasToken() view returns (bool)',
    'function version() view returns (string)',
    'function setL1BlockValuesJovian()',
    'error NotDepositor()',
  ]),
} as const;

export const gasPriceOracle = {
  address: '0x420000000000000000000000000000000000000F',
  abi: parseAbi([
    'function DECIMALS() view returns (uint256)',
    'function decimals() view returns (uint256)',
    'function gasPrice() view returns (uint256)',
    'function baseFee() view returns (uint256)',
    'function l1BaseFee() view returns (uint256)',
    'function blobBaseFee() view returns (uint256)',
    'function baseFeeScalar() view returns (uint32)',
    'function blobBaseFeeScalar() view returns (uint32)',
    'function overhead() view returns (uint256)',
    'function scalar() view returns (uint256)',
    'function isEcotone() view returns (bool)',
    'function isFjord() view returns (bool)',
    'function isIsthmus() view returns (bool)',
    'function isJovian() view returns (bool)',
    'function getL1Fee(bytes transaction) view returns (uint256)',
    'function getL1FeeUpperBound(uint256 unsignedSize) view returns (uint256)',
    'function getL1GasUsed(bytes transaction) view returns (uint256)',
    'function getOperatorFee(uint256 gasUsed) view returns (uint256)',
    'function version() view returns (string)',
  ]),
} as const;

export const messagePasser = {
  address: '0x4200000000000000000000000000000000000016',
  abi: parseAbi([
    'receive() external payable',
    'function MESSAGE_VERSION() view returns (uint16)',
    'function messageNonce() view returns (uint256)',
    'function sentMessages(bytes32 withdrawalHash) view returns (bool)',
    'function initiateWithdrawal(address target, uint256 gasLimit, bytes data) payable',
    'function burn()',
    'function version() view returns (string)',
    'event MessagePassed(uint256 indexed nonce, address indexed sender, address indexed target, uint256 value, uint256 gasLimit, bytes data, bytes32 withdrawalHash)',
    'event WithdrawerBalanceBurnt(uint256 indexed amount)',
  ]),
} as const;

/** Of the four vaults, that of the fees of the chain below. */
export const feeVault = {
  address: '0x420000000000000000000000000000000000001a',
  abi: parseAbi([
    'function RECIPIENT() view returns (address)',
    'function recipient() view returns (address)',
    'function MIN_WITHDRAWAL_AMOUNT() view returns (uint256)',
    'function minWithdrawalAmount() view returns (uint256)',
    'function WITHDRAWAL_NETWORK() view returns (uint8)',
    'function withdrawalNetwork() view returns (uint8)',
    'function totalProcessed() view returns (uint256)',
    'function withdraw() returns (uint256)',
    'event Withdrawal(uint256 value, address to, address from)',
    'event Withdrawal(uint256 value, address to, address from, uint8 withdrawalNetwork)',
  ]),
} as const;

export const l1BlockNumber = {
  address: '0x4200000000000000000000000000000000000013',
  abi: parseAbi(['function getL1BlockNumber() view returns (uint256)']),
} as const;

export const proxyAbi = parseAbi([
  'function admin() returns (address)',
  'function implementation() returns (address)',
  'function upgradeTo(address implementation)',
  'event Upgraded(address indexed implementation)',
]);
