import { type Hex, numberToHex } from 'viem'

/* Small contracts for tests, written in the words of the EVM. */

// biome-ignore format: a table
const codes: Readonly<Record<string, number>> = {
  SHL: 0x1b, STOP: 0x00, ADD: 0x01, MUL: 0x02, SUB: 0x03, DIV: 0x04, LT: 0x10, GT: 0x11, EQ: 0x14, ISZERO: 0x15, AND: 0x16, SHR: 0x1c, KECCAK256: 0x20,
  ADDRESS: 0x30, BALANCE: 0x31, ORIGIN: 0x32, CALLER: 0x33, CALLVALUE: 0x34, CALLDATALOAD: 0x35, CALLDATASIZE: 0x36, CALLDATACOPY: 0x37,
  GASPRICE: 0x3a, EXTCODESIZE: 0x3b, COINBASE: 0x41, TIMESTAMP: 0x42, NUMBER: 0x43, PREVRANDAO: 0x44, GASLIMIT: 0x45, SELFBALANCE: 0x47, BASEFEE: 0x48,
  POP: 0x50, MLOAD: 0x51, MSTORE: 0x52, SLOAD: 0x54, SSTORE: 0x55, JUMP: 0x56, JUMPI: 0x57, GAS: 0x5a, JUMPDEST: 0x5b,
  DUP1: 0x80, DUP2: 0x81, DUP3: 0x82, SWAP1: 0x90, SWAP2: 0x91, LOG0: 0xa0, LOG1: 0xa1, LOG2: 0xa2, LOG3: 0xa3, CALL: 0xf1, RETURN: 0xf3, STATICCALL: 0xfa, REVERT: 0xfd,
}

const hex = (value: bigint | number, size: number) => numberToHex(value, { size }).slice(2)

/**
 * Turns words into code: names of instructions, numbers (which are pushed), `:here` (a place to jump to) and `@here` (its number, pushed).
 *
 * @example assemble('CALLER 0 MSTORE 32 0 RETURN') // answers who asks
 */
export function assemble(text: string): Hex {
  const places = new Map<string, number>()
  const out: (string | { readonly to: string })[] = []
  let at = 0
  for (const word of text.trim().split(/\s+/)) {
    const code = codes[word]
    if (word.startsWith(':')) {
      places.set(word.slice(1), at)
      out.push('5b')
      at += 1
    } else if (word.startsWith('@')) {
      out.push({ to: word.slice(1) })
      at += 3
    } else if (code !== undefined) {
      out.push(hex(code, 1))
      at += 1
    } else {
      const value = BigInt(word)
      const size = Math.max(1, Math.ceil(value.toString(16).length / 2))
      out.push(`${hex(0x5f + size, 1)}${hex(value, size)}`)
      at += 1 + size
    }
  }
  return `0x${out.map((part) => (typeof part === 'string' ? part : `61${hex(places.get(part.to) ?? expectPlace(part.to), 2)}`)).join('')}`
}

function expectPlace(name: string): never {
  throw new Error(`There is no place ${name}.`)
}
