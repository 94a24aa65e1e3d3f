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

const system: Read = (data, account) => {
  switch (u32(data, 0)) {
    case 0:
    case 3: {
      // With a seed, its text stands between the kind and the coins.
      const at = u32(data, 0) === 0 ? 4 : data.length - 48
      return {
        kind: 'createAccount',
        payer: account(0),
        account: account(1),
        lamports: u64(data, at),
        owner: keyAt(data, data.length - 32),
      }
    }
    case 1:
    case 10:
      return { kind: 'assign', account: account(0), owner: keyAt(data, data.length - 32) }
    case 2:
      return { kind: 'transfer', from: account(0), to: account(1), lamports: u64(data, 4) }
    case 11:
      return { kind: 'transfer', from: account(0), to: account(2), lamports: u64(data, 4) }
    case 4:
      return { kind: 'nonce', account: account(0) }
    // Coins of a nonce account.
    case 5:
      return { kind: 'transfer', from: account(0), to: account(1), lamports: u64(data, 4) }
    case 7:
      return { kind: 'tokenAuthority', account: account(0), to: keyAt(data, 4) }
    default:
      return undefined
  }
}

/** Who decides about a stake, and where it goes. */
const stake: Read = (data, account) => {
  switch (u32(data, 0)) {
    case 1:
      return { kind: 'tokenAuthority', account: account(0), to: keyAt(data, 4) }
    case 4:
      return { kind: 'transfer', from: account(0), to: account(1), lamports: u64(data, 4) }
    case 10:
      return { kind: 'tokenAuthority', account: account(0), to: account(3) }
    default:
      return undefined
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
