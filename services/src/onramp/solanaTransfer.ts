import { base58 } from '@scure/base'
import { programAddress } from '../chainReads/programAddress.js'
import { tokenPrograms } from '../chainReads/tokenPrograms.js'

const systemProgram = '1'.repeat(32)
const budgetProgram = 'ComputeBudget111111111111111111111111111111'
const associatedProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const [tokenProgram] = tokenPrograms

type Meta = { readonly key: string; readonly signs?: boolean; readonly changes?: boolean }
type Instruction = { readonly program: string; readonly accounts: readonly Meta[]; readonly data: Uint8Array }

/** The account in which the first token program keeps somebody's share of a mint. */
export const tokenAccountOf = (owner: string, mint: string): string =>
  programAddress(
    [owner, tokenProgram, mint].map((key) => base58.decode(key)),
    associatedProgram,
  )

function little(value: bigint, bytes: 4 | 8): Uint8Array {
  const data = Buffer.alloc(bytes)
  if (bytes === 8) data.writeBigUInt64LE(value)
  else data.writeUInt32LE(Number(value))
  return data
}

export type SolanaTransfer = {
  readonly from: string
  readonly to: string
  /** Left out: the native coin. */
  readonly token?: { readonly mint: string; readonly decimals: number }
  readonly amount: bigint
  /** Of one of the last 150 blocks. */
  readonly blockhash: string
  /** Compute unit limit. It tells apart two transfers that are otherwise equal: the chain takes the same bytes once. */
  readonly units: number
}

function instructionsOf({ from, to, token, amount, units }: SolanaTransfer): readonly Instruction[] {
  const budget = { program: budgetProgram, accounts: [], data: Buffer.from([2, ...little(BigInt(units), 4)]) }
  if (!token) {
    const accounts = [
      { key: from, signs: true, changes: true },
      { key: to, changes: true },
    ]
    return [budget, { program: systemProgram, accounts, data: Buffer.from([...little(2n, 4), ...little(amount, 8)]) }]
  }
  const { mint, decimals } = token
  const [source, target] = [tokenAccountOf(from, mint), tokenAccountOf(to, mint)]
  // Makes the account of the buyer, unless it is there (CreateIdempotent).
  const make = {
    program: associatedProgram,
    accounts: [
      { key: from, signs: true, changes: true },
      { key: target, changes: true },
      ...[to, mint, systemProgram, tokenProgram].map((key) => ({ key })),
    ],
    data: Uint8Array.of(1),
  }
  const move = {
    program: tokenProgram,
    accounts: [{ key: source, changes: true }, { key: mint }, { key: target, changes: true }, { key: from, signs: true }],
    data: Buffer.from([12, ...little(amount, 8), decimals]),
  }
  return [budget, make, move]
}

/** The message of a transfer that the sender pays for (a legacy transaction): what is signed. Pure. */
export function transferMessage(transfer: SolanaTransfer): Uint8Array {
  const instructions = instructionsOf(transfer)
  const all = instructions.flatMap(({ program, accounts }): readonly Meta[] => [...accounts, { key: program }])
  const has = (key: string, what: 'signs' | 'changes') => all.some((one) => one.key === key && one[what])
  const rank = (key: string) => (key === transfer.from ? 0 : has(key, 'changes') ? 1 : 2)
  // Signers first, then writable accounts, then read-only ones. Only the sender signs.
  const keys = [...new Set(all.map(({ key }) => key))].sort((a, b) => rank(a) - rank(b))
  const onlyRead = keys.filter((key) => rank(key) === 2).length
  return Buffer.concat([
    Uint8Array.of(1, 0, onlyRead, keys.length),
    ...keys.map((key) => base58.decode(key)),
    base58.decode(transfer.blockhash),
    Uint8Array.of(instructions.length),
    // No list here has 128 entries or more, so each length is one byte.
    ...instructions.map(({ program, accounts, data }) =>
      Buffer.from([keys.indexOf(program), accounts.length, ...accounts.map(({ key }) => keys.indexOf(key)), data.length, ...data]),
    ),
  ])
}
