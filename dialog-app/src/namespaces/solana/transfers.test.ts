import { base58, base64 } from '@scure/base'
import { expect, test } from 'vitest'
import { transactions } from './transactions.js'
import { transfers } from './transfers.js'

const networkId = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const token2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const randomAddress = () => base58.encode(crypto.getRandomValues(new Uint8Array(32)))
const sends = process.env.LATCHKEY_LONG ? 1_000 : 60

type Answers = { readonly program?: string; readonly hasAccount?: boolean; readonly err?: unknown }

/** A token account with an amount in it. */
function held(amount: bigint) {
  const bytes = new Uint8Array(165)
  new DataView(bytes.buffer).setBigUint64(64, amount, true)
  return { lamports: 2_039_280, data: [base64.encode(bytes), 'base64'] }
}

/** A node that knows one sender with much of everything. */
function node({ program = tokenProgram, hasAccount = true, err = null }: Answers = {}) {
  const asked: string[] = []
  const source = randomAddress()
  const answers: Record<string, unknown> = {
    getBalance: { value: 5_000_000_000 },
    getLatestBlockhash: { value: { blockhash: randomAddress(), lastValidBlockHeight: 100 } },
    getFeeForMessage: { value: 5_000 },
    simulateTransaction: { value: { err, logs: err ? ['Program log: Error: insufficient funds'] : [], accounts: [held(9n)] } },
    getAccountInfo: { value: hasAccount ? { executable: false, ...held(4n) } : null },
    getMinimumBalanceForRentExemption: 2_039_280,
    getTokenAccountsByOwner: {
      value: [{ pubkey: source, account: { owner: program, data: { parsed: { info: { tokenAmount: { amount: '900000000000' } } } } } }],
    },
  }
  const rpc = {
    async request(method: string) {
      asked.push(method)
      return answers[method]
    },
  }
  return { rpc, asked, source }
}

/** Accounts and instructions of a transaction of version 0 with one signature, read by hand. */
function readByHand(bytes: Uint8Array) {
  const count = bytes[0] ?? 0
  const message = bytes.subarray(1 + 64 * count)
  expect(message[0]).toBe(0x80)
  let at = 4
  const take = (length: number) => {
    at += length
    return message.subarray(at - length, at)
  }
  const keys = Array.from({ length: take(1)[0] ?? 0 }, () => base58.encode(take(32)))
  take(32)
  const instructions = Array.from({ length: take(1)[0] ?? 0 }, () => {
    const [program = 0, accounts = 0] = take(2)
    const list = [...take(accounts)].map((index) => keys[index])
    return { program: keys[program], accounts: list, data: take(take(1)[0] ?? 0) }
  })
  return { payer: keys[0], instructions }
}
const u64 = (bytes: Uint8Array, at: number) => new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(at, true)

test(`behavior: ${sends} random transfers: the bytes say recipient, amount, token and sender`, { timeout: 120_000 }, async () => {
  for (let index = 0; index < sends; index++) {
    const [from, to, mint] = [randomAddress(), randomAddress(), randomAddress()]
    const amount = BigInt(Math.floor(Math.random() * 4_000_000_000)) + 1n
    const isToken = index % 2 === 0
    const program = index % 4 === 0 ? token2022 : tokenProgram
    const { rpc, source } = node({ program })
    const decimals = isToken ? 6 : 9
    const built = await transfers.build({ networkId, from, to, amount, decimals, ...(isToken ? { contract: mint } : {}) }, rpc, false)
    expect(await transfers.read(built.calls, { from, decimals })).toEqual({ to, amount, ...(isToken ? { contract: mint } : {}) })
    const [call] = built.calls
    if (!call || !('serialized' in call)) throw new Error('Nothing was built')
    const { payer, instructions } = readByHand(call.serialized)
    expect(payer).toBe(from)
    if (!isToken) {
      const [move] = instructions
      expect(instructions).toHaveLength(1)
      expect([move?.program, move?.accounts]).toEqual(['11111111111111111111111111111111', [from, to]])
      expect([move?.data[0], u64(move?.data ?? new Uint8Array(12), 4)]).toEqual([2, amount])
      continue
    }
    const [make, move] = instructions
    expect(instructions).toHaveLength(2)
    expect(make?.program).toBe('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
    expect([make?.accounts[0], make?.accounts[2], make?.accounts[3], make?.accounts[5], make?.data[0]]).toEqual([
      from,
      to,
      mint,
      program,
      1,
    ])
    expect([move?.program, move?.accounts]).toEqual([program, [source, mint, make?.accounts[1], from]])
    expect([move?.data[0], u64(move?.data ?? new Uint8Array(9), 1), move?.data[9]]).toEqual([12, amount, 6])
  }
})

test('behavior: the account that the recipient lacks is said with its cost', async () => {
  const transfer = { networkId, from: randomAddress(), to: randomAddress(), contract: randomAddress(), decimals: 6, amount: 1n } as const
  expect((await transfers.build(transfer, node({ hasAccount: false }).rpc, false)).cost).toEqual({
    fee: 5_000n,
    highest: 5_000n,
    account: 2_039_280n,
  })
  expect((await transfers.build(transfer, node().rpc, false)).cost.account).toBeUndefined()
})

test('error: what the programs refuse is refused here, with their reason', async () => {
  const transfer = { networkId, from: randomAddress(), to: randomAddress(), decimals: 9, amount: 1n } as const
  const refused = await transfers
    .build(transfer, node({ err: { InstructionError: [0, { Custom: 1 }] } }).rpc, false)
    .catch((error: unknown) => error)
  expect(transactions.problemOf(refused)).toBe('insufficientFunds')
})

test('error: bytes that do something else are no transfer of the account', async () => {
  const { rpc } = node()
  const [from, to] = [randomAddress(), randomAddress()]
  const { calls } = await transfers.build({ networkId, from, to, decimals: 9, amount: 7n }, rpc, false)
  await expect(transfers.read(calls, { from: to, decimals: 9 })).rejects.toThrow('Not a transfer of this account')
})
