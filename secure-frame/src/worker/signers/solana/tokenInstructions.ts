import { base58 } from '@scure/base'
import { type Effect, type Read, u64 } from './effects.js'

/** A key in an instruction's data. @throws RangeError behind the end */
export function keyAt(data: Uint8Array, at: number): string {
  if (data.length < at + 32) throw new RangeError('The instruction ends too early.')
  return base58.encode(data.subarray(at, at + 32))
}
const optionalKey = (data: Uint8Array, at: number) => (data[at] === 1 ? { to: keyAt(data, at + 1) } : {})

const checkedTransfer = (data: Uint8Array, account: (index: number) => string, at: number, extra: readonly string[]): Effect => ({
  kind: 'tokenTransfer',
  source: account(0),
  mint: account(1),
  to: account(2),
  authority: account(3),
  amount: u64(data, at),
  decimals: data[at + 8] ?? 0,
  ...(extra.length > 0 ? { hook: extra } : {}),
})

/** Instructions in one instruction (p-token): for each the number of its accounts, the length of its data, and the data. */
function batch(data: Uint8Array, account: (index: number) => string): readonly Effect[] | undefined {
  const effects: Effect[] = []
  let next = 0
  for (let at = 1; at < data.length; ) {
    const [count, length] = [data[at] ?? 0, data[at + 1] ?? 0]
    const inner = data.subarray(at + 2, at + 2 + length)
    if (inner.length !== length || length === 0) return undefined
    const first = next
    const found = token(inner, (index) => account(first + index), count)
    if (!found) return undefined
    effects.push(...(Array.isArray(found) ? (found as readonly Effect[]) : [found as Effect]))
    next += count
    at += 2 + length
  }
  return effects
}

/** What follows the fourth account: other signers of a multisig, or what a transfer hook reads. */
const behind = (account: (index: number) => string, count: number, from: number) =>
  Array.from({ length: Math.max(0, count - from) }, (_, index) => account(from + index))

/** The Token program and Token-2022. */
export const token: Read = (data, account, count) => {
  switch (data[0]) {
    case 3:
      return { kind: 'tokenTransfer', source: account(0), to: account(1), authority: account(2), amount: u64(data, 1) }
    case 12:
      return checkedTransfer(data, account, 1, behind(account, count, 4))
    case 4:
      return { kind: 'tokenApprove', source: account(0), delegate: account(1), amount: u64(data, 1) }
    case 13:
      return {
        kind: 'tokenApprove',
        source: account(0),
        mint: account(1),
        delegate: account(2),
        amount: u64(data, 1),
        decimals: data[9] ?? 0,
      }
    case 6:
      return { kind: 'tokenAuthority', account: account(0), ...optionalKey(data, 2) }
    case 8:
    case 15:
      return { kind: 'tokenBurn', account: account(0), mint: account(1), amount: u64(data, 1) }
    case 9:
      return { kind: 'tokenClose', account: account(0), to: account(1) }
    // Withdraw what is in excess of an account's rent.
    case 38:
      return { kind: 'tokenClose', account: account(0), to: account(1) }
    // Transfer fee extension: transfer with its fee.
    case 26:
      return data[1] === 1 ? checkedTransfer(data, account, 2, behind(account, count, 4)) : undefined
    // A delegate that can never be taken back.
    case 35:
      return { kind: 'tokenAuthority', account: account(0), to: keyAt(data, 1) }
    // Transfer hook extension: which program runs with every transfer.
    case 36:
      return { kind: 'tokenAuthority', account: account(0), to: keyAt(data, data[1] === 0 ? 34 : 2) }
    case 255:
      return batch(data, account)
    // Initialize account (1, 16, 18), revoke (5), sync native (17), its size (21), immutable owner (22).
    case 1:
    case 5:
    case 16:
    case 17:
    case 18:
    case 21:
    case 22:
      return { kind: 'other' }
    default:
      return undefined
  }
}
