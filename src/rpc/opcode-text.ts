/** Opcodes by name, as go-ethereum names them in traces. */
import { opcodes } from '../evm/interpreter/opcodes.ts';

const names = new Map(opcodes.map(({ code, name }) => [code, name]));
// Its name before Paris, which traces have kept, and the opcode that is invalid by design (EIP-141).
names.set(0x44, 'DIFFICULTY').set(0xfe, 'INVALID');

export function opcodeText(code: number): string {
  return names.get(code) ?? `opcode 0x${code.toString(16)} not defined`;
}
