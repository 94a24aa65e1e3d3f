import { type Effect, type Read, u32, u64 } from './effects.js'
import { keyAt, token } from './tokenInstructions.js'
import type { WireInstruction, WireMessage } from './wire.js'

const programs = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associated: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  stake: 'Stake11111111111111111111111111111111111111',
  compute: 'ComputeBudget111111111111111111111111111111',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  memo1: 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
} as const

/**
 * Programs that are part of the validator, whose instructions get fewer units by default (SIMD-0170, https://solana.com/docs/core/fees/compute-budget).
 * Others, such as the stake program, have become ordinary ones.
 */
export const builtins: ReadonlySet<string> = new Set([
  programs.system,
  programs.compute,
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Ed25519SigVerify111111111111111111111111111',
])

/** How many bytes a text takes, its length before it too. @throws RangeError for one that would end behind the data */
function textLength(data: Uint8Array, at: number): number {
  const length = u64(data, at)
  if (length > BigInt(data.length)) throw new RangeError('The instruction ends too early.')
  return 8 + Number(length)
}

/**
 * Coins, accounts and nonces. The program reads from the front and takes no notice of what follows: bytes of which there are more or fewer than it reads
 * are unknown, so that nothing at their end is taken for what it reads.
 */
const system: Read = (data, account) => {
  const kind = u32(data, 0)
  // Where what stands behind the seed begins: its text has a length of its own.
  const behind = kind === 3 || kind === 10 ? 36 + textLength(data, 36) : kind === 11 ? 12 + textLength(data, 12) : 0
  const lengths: Readonly<Record<number, number>> = { 0: 52, 1: 36, 2: 12, 3: behind + 48, 5: 12, 7: 36, 10: behind + 32, 11: behind + 32 }
  // With a nonce a transaction waits, whatever stands behind the kind.
  if (kind !== 4 && data.length !== lengths[kind]) return undefined
  switch (kind) {
    case 0:
      return { kind: 'createAccount', payer: account(0), account: account(1), lamports: u64(data, 4), owner: keyAt(data, 20) }
    case 3:
      return { kind: 'createAccount', payer: account(0), account: account(1), lamports: u64(data, behind), owner: keyAt(data, behind + 16) }
    case 1:
      return { kind: 'assign', account: account(0), owner: keyAt(data, 4) }
    case 10:
      return { kind: 'assign', account: account(0), owner: keyAt(data, behind) }
    case 2:
    // Coins of a nonce account.
    case 5:
      return { kind: 'transfer', from: account(0), to: account(1), lamports: u64(data, 4) }
    case 11:
      return { kind: 'transfer', from: account(0), to: account(2), lamports: u64(data, 4) }
    case 4:
      return { kind: 'nonce', account: account(0) }
    case 7:
      return { kind: 'tokenAuthority', account: account(0), to: keyAt(data, 4) }
    default:
      return undefined
  }
}

/** Who decides about a stake, and where it goes. */
const stake: Read = (data, account) => {
  const kind = u32(data, 0)
  const lengths: Readonly<Record<number, number>> = { 1: 40, 4: 12, 10: 8 }
  if (data.length !== lengths[kind]) return undefined
  switch (kind) {
    case 1:
      return { kind: 'tokenAuthority', account: account(0), to: keyAt(data, 4) }
    case 4:
      return { kind: 'transfer', from: account(0), to: account(1), lamports: u64(data, 4) }
    default:
      return { kind: 'tokenAuthority', account: account(0), to: account(3) }
  }
}

const readers: Readonly<Record<string, Read>> = {
  [programs.system]: system,
  [programs.stake]: stake,
  [programs.token]: (data, account) => token(data, account, 0),
  [programs.token2022]: token,
  [programs.associated]: (data, account) =>
    data.length === 0 || data[0] === 0 || data[0] === 1
      ? { kind: 'createTokenAccount', payer: account(0), account: account(1), owner: account(2), mint: account(3) }
      : undefined,
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
  return instructions.flatMap(({ program, accounts, data }: WireInstruction): readonly Effect[] => {
    const id = keys[program] ?? ''
    const account = (index: number) => all[accounts[index] ?? -1] ?? '?'
    try {
      const found = readers[id]?.(data, account, accounts.length)
      if (found) return Array.isArray(found) ? (found as readonly Effect[]) : [found as Effect]
    } catch {
      // It ends too early for what it says it is.
    }
    return [{ kind: 'unknown', program: id }]
  })
}
