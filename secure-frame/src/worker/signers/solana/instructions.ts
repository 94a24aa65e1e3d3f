import type { WireInstruction, WireMessage } from './wire.js'

/** What one instruction does, as far as it is known by name. */
export type Effect =
  | { readonly kind: 'transfer'; readonly from: string; readonly to: string; readonly lamports: bigint }
  | {
      readonly kind: 'tokenTransfer'
      readonly source: string
      readonly to: string
      readonly authority: string
      readonly amount: bigint
      readonly mint?: string
      readonly decimals?: number
    }
  | { readonly kind: 'tokenApprove'; readonly source: string; readonly delegate: string; readonly amount: bigint }
  | { readonly kind: 'tokenAuthority'; readonly account: string }
  | { readonly kind: 'tokenClose'; readonly account: string; readonly to: string }
  | { readonly kind: 'tokenBurn'; readonly account: string; readonly amount: bigint }
  | { readonly kind: 'assign'; readonly account: string; readonly owner: string }
  | { readonly kind: 'createAccount'; readonly account: string; readonly lamports: bigint }
  | { readonly kind: 'createTokenAccount'; readonly owner: string; readonly mint: string }
  | { readonly kind: 'computeBudget'; readonly unitLimit?: number; readonly unitPrice?: bigint }
  | { readonly kind: 'memo'; readonly text: string }
  /** Harmless housekeeping of a known program. */
  | { readonly kind: 'other' }
  | { readonly kind: 'unknown'; readonly program: string }

const programs = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associated: 'ATokenGPvbdGVxr1b9CdE8wPW7iZC9VK3CmHJzrjT3Aaa',
  compute: 'ComputeBudget111111111111111111111111111111',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  memo1: 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
} as const

const u64 = (data: Uint8Array, at: number) => new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(at, true)
const u32 = (data: Uint8Array, at: number) => new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(at, true)

type Read = (data: Uint8Array, account: (index: number) => string) => Effect | undefined

const system: Read = (data, account) => {
  const kind = u32(data, 0)
  if (kind === 2 || kind === 11) return { kind: 'transfer', from: account(0), to: account(kind === 2 ? 1 : 2), lamports: u64(data, 4) }
  if (kind === 0 || kind === 3)
    return { kind: 'createAccount', account: account(1), lamports: u64(data, kind === 0 ? 4 : data.length - 48) }
  if (kind === 1 || kind === 10) return undefined
  // Nonce advance.
  return kind === 4 ? { kind: 'other' } : undefined
}

const token: Read = (data, account) => {
  switch (data[0]) {
    case 3:
      return { kind: 'tokenTransfer', source: account(0), to: account(1), authority: account(2), amount: u64(data, 1) }
    case 12:
      return {
        kind: 'tokenTransfer',
        source: account(0),
        mint: account(1),
        to: account(2),
        authority: account(3),
        amount: u64(data, 1),
        decimals: data[9] ?? 0,
      }
    case 4:
      return { kind: 'tokenApprove', source: account(0), delegate: account(1), amount: u64(data, 1) }
    case 13:
      return { kind: 'tokenApprove', source: account(0), delegate: account(2), amount: u64(data, 1) }
    case 6:
      return { kind: 'tokenAuthority', account: account(0) }
    case 8:
    case 15:
      return { kind: 'tokenBurn', account: account(0), amount: u64(data, 1) }
    case 9:
      return { kind: 'tokenClose', account: account(0), to: account(1) }
    // Initialize account (1, 16, 18), revoke (5), sync native (17).
    case 1:
    case 5:
    case 16:
    case 17:
    case 18:
      return { kind: 'other' }
    default:
      return undefined
  }
}

const readers: Readonly<Record<string, Read>> = {
  [programs.system]: (data, account) => {
    if (u32(data, 0) === 1) return { kind: 'assign', account: account(0), owner: '' }
    return system(data, account)
  },
  [programs.token]: token,
  [programs.token2022]: token,
  [programs.associated]: (data, account) =>
    data.length === 0 || data[0] === 0 || data[0] === 1 ? { kind: 'createTokenAccount', owner: account(2), mint: account(3) } : undefined,
  [programs.compute]: (data) => {
    if (data[0] === 2) return { kind: 'computeBudget', unitLimit: u32(data, 1) }
    if (data[0] === 3) return { kind: 'computeBudget', unitPrice: u64(data, 1) }
    return data[0] === 1 || data[0] === 4 ? { kind: 'other' } : undefined
  },
  [programs.memo]: (data) => ({ kind: 'memo', text: new TextDecoder().decode(data) }),
  [programs.memo1]: (data) => ({ kind: 'memo', text: new TextDecoder().decode(data) }),
}

/**
 * Reads what a message's instructions do. What is not known by name is 'unknown': nothing is guessed.
 *
 * @param loaded addresses from lookup tables, behind the message's own keys
 */
export function readEffects({ keys, instructions }: WireMessage, loaded: readonly string[] = []): Effect[] {
  const all = [...keys, ...loaded]
  return instructions.map(({ program, accounts, data }: WireInstruction): Effect => {
    const id = keys[program] ?? ''
    const account = (index: number) => all[accounts[index] ?? -1] ?? '?'
    try {
      return readers[id]?.(data, account) ?? { kind: 'unknown', program: id }
    } catch {
      return { kind: 'unknown', program: id }
    }
  })
}
