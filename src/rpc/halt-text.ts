/** Why code failed, as go-ethereum words it in traces and beside access lists. */
import type { HaltReason } from '../evm/engine.ts';
import { opcodeText } from './opcode-text.ts';

export function haltText(halt: HaltReason, invalidOpcode: number | undefined): string {
  if (halt === 'revert') return 'execution reverted';
  if (halt === 'code store out of gas') return 'contract creation code storage out of gas';
  if (halt === 'invalid opcode' && invalidOpcode !== undefined) return `invalid opcode: ${opcodeText(invalidOpcode)}`;
  return halt;
}
