/** The compiled contracts of `contracts/`, with interfaces that viem can infer from. */
import type { Hex } from 'viem';
import { parseAbi } from 'viem';
import token from './contracts/TestToken.json' with { type: 'json' };
import vault from './contracts/TestVault.json' with { type: 'json' };

/** An ERC-20 whose constructor, without arguments, gives its deployer 1,000,000 tokens of 18 decimals. */
export const testToken = {
  abi: parseAbi([
    'constructor()',
    'function name() view returns (string)',
    'function symbol() view returns (string)',
    'function decimals() view returns (uint8)',
    'function totalSupply() view returns (uint256)',
    'function balanceOf(address account) view returns (uint256)',
    'function allowance(address owner, address spender) view returns (uint256)',
    'function transfer(address to, uint256 value) returns (bool)',
    'function approve(address spender, uint256 value) returns (bool)',
    'function transferFrom(address from, address to, uint256 value) returns (bool)',
    'function revertWithString() pure',
    'function panic() pure',
    'event Transfer(address indexed from, address indexed to, uint256 value)',
    'event Approval(address indexed owner, address indexed spender, uint256 value)',
    'error InsufficientBalance(address account, uint256 balance, uint256 needed)',
    'error InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
  ]),
  bytecode: token.bytecode as Hex,
  deployedBytecode: token.deployedBytecode as Hex,
};

/** Refunds, nested calls, passed-on ether and failing parts: what estimates and simulations find hard. */
export const testVault = {
  abi: parseAbi([
    'receive() external payable',
    'function values(uint256 index) view returns (uint256)',
    'function store(uint256 count)',
    'function clear()',
    'function forward(address to) payable',
    'function nest(uint256 depth)',
    'function attempt()',
    'function emitAndFail()',
    'function burn()',
    'event Received(address indexed from, uint256 value)',
    'event Stored(uint256 count)',
    'error Refused()',
  ]),
  bytecode: vault.bytecode as Hex,
  deployedBytecode: vault.deployedBytecode as Hex,
};
