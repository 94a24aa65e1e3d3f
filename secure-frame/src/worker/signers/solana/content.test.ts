import { base58, base64 } from '@scure/base'
import { AccountRole, address, createNoopSigner, type Instruction, lamports } from '@solana/kit'
import { getAdvanceNonceAccountInstruction, getTransferSolInstruction } from '@solana-program/system'
import {
  AuthorityType,
  getApproveCheckedInstruction,
  getBatchInstruction,
  getBurnInstruction,
  getCloseAccountInstruction,
  getSetAuthorityInstruction,
  getTransferInstruction,
} from '@solana-program/token'
import { describe, expect, test } from 'vitest'
import { type FakeNode, fakeSolana, solanaAccount } from '../../../testing/fakeNode.js'
import { renderCard } from '../../../testing/renderCard.js'
import { buildSolana, solanaAddress } from '../../../testing/solanaTransactions.js'
import { largestFirst } from './payments.js'
import { prepareSolanaAll, prepareSolanaMessage, prepareSolanaTransaction } from './prepare.js'

const me = address(solanaAccount)
const signer = createNoopSigner(me)
const thief = address(solanaAddress(1))
const mint = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')
const mine = address(solanaAddress(30))
const theirs = address(solanaAddress(31))
const pay = (to: string, amount: bigint) =>
  getTransferSolInstruction({ source: signer, destination: address(to), amount: lamports(amount) })

const holding = (owner: string, amount = '9000000') => ({
  lamports: 2_039_280,
  data: { program: 'spl-token', parsed: { type: 'account', info: { mint, owner, tokenAmount: { amount, decimals: 6 } } } },
})
/** A node where `mine` and `theirs` hold tokens, and a simulation takes this many lamports. */
const node = (out: bigint | null = null): FakeNode => ({
  answers: {
    getMultipleAccounts: ([list]) => ({
      value: (list as string[]).map((key) =>
        key === mine ? holding(me) : key === theirs ? holding(thief) : key === me ? { lamports: 10_000_000_000, data: {} } : null,
      ),
    }),
    simulateTransaction: ([, options]) => {
      if (out === null) throw new Error('No simulation here.')
      const { addresses } = (options as { accounts: { addresses: string[] } }).accounts
      return {
        value: { err: null, accounts: addresses.map((key) => (key === me ? { lamports: 10_000_000_000 - Number(out), data: {} } : null)) },
      }
    },
  },
})
const prepare = async (instructions: readonly Instruction[], on: FakeNode = node(), known: readonly string[] = []) =>
  (await prepareSolanaTransaction({ transaction: buildSolana(instructions, me) }, fakeSolana(on, { known }), false)).content
const ids = ({ warnings }: { readonly warnings: readonly { readonly title: { readonly id: string } }[] }) =>
  warnings.map(({ title }) => title.id)

test('behavior: payments are ordered by every digit, whatever their decimals', () => {
  const payment = (amount: bigint, decimals: number) => ({ from: me, to: mine, amount, decimals, mine: true })
  const [least, more, most] = [payment(2n ** 53n * 10n, 10), payment(2n ** 53n + 1n, 9), payment(2n ** 64n - 1n, 0)]
  expect(largestFirst([least, more, payment(1n, 255), most])).toEqual([most, more, least, payment(1n, 255)])
})

test('behavior: the fee is what a network takes: a validator’s own programs get few units by default, and no transaction more than there are', async () => {
  const budget = (data: Uint8Array): Instruction => ({ programAddress: address('ComputeBudget111111111111111111111111111111'), data })
  const setPrice = (units: bigint) => {
    const data = new DataView(new ArrayBuffer(9))
    data.setUint8(0, 3)
    data.setBigUint64(1, units, true)
    return budget(new Uint8Array(data.buffer))
  }
  const setLimit = (units: number) => {
    const data = new DataView(new ArrayBuffer(5))
    data.setUint8(0, 2)
    data.setUint32(1, units, true)
    return budget(new Uint8Array(data.buffer))
  }
  const feeOf = async (instructions: readonly Instruction[]) =>
    (await prepare(instructions)).rows.find(({ label }) => label === 'row.fee')?.value
  const note: Instruction = {
    programAddress: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
    data: new TextEncoder().encode('A note'),
  }
  const price = setPrice(1_000_000n)
  expect(await feeOf([pay(thief, 1n)])).toBe('0.000005 SOL')
  // 5,000 lamports for the signature, 3,000 for each of these two.
  expect(await feeOf([price, pay(thief, 1n)])).toBe('0.000011 SOL')
  expect(await feeOf([price, pay(thief, 1n), note])).toBe('0.000211 SOL')
  expect(await feeOf([price, setLimit(50_000), pay(thief, 1n), note])).toBe('0.000055 SOL')
  expect(await feeOf([price, setLimit(2_000_000), pay(thief, 1n)])).toBe('0.001405 SOL')
  expect(await feeOf([price, ...Array(8).fill(note)])).toBe('0.001405 SOL')
})

describe('recipients', () => {
  const friends = [2, 3, 4, 5].map(solanaAddress)

  test('error: a fifth recipient with most of the money hides behind nobody: all are shown, the largest first', async () => {
    const content = await prepare([...friends.map((to) => pay(to, 1_000_000n)), pay(thief, 4_000_000_000n)], node(4_004_005_000n), friends)
    const { facts, severity } = renderCard(content)
    for (const to of [...friends, thief]) expect(facts).toContain(to)
    expect(facts.indexOf(thief)).toBeLessThan(facts.indexOf(friends[0] ?? ''))
    expect(content.changes).toEqual([{ direction: 'out', amount: '4.004', symbol: 'SOL' }])
    expect(ids(content)).toContain('warn.several')
    expect(severity).not.toBe('ordinary')
  })

  test('error: what its instructions say and what happens when it is tried are compared', async () => {
    expect(ids(await prepare([pay(thief, 1_000_000_000n)], node(1_000_005_000n)))).toEqual([])
    expect(ids(await prepare([pay(thief, 1_000_000_000n)], node(3_000_005_000n)))).toContain('warn.differs')
  })

  test('error: what several transactions move is one sum, and more than fits is counted and asked for twice', async () => {
    const transactions = Array.from({ length: 5 }, (_, group) =>
      buildSolana(
        Array.from({ length: 10 }, (_unused, index) => pay(solanaAddress(group * 10 + index), 1_000n)),
        me,
      ),
    )
    const { content } = await prepareSolanaAll({ transactions }, fakeSolana(node()))
    expect(content.changes).toEqual([{ direction: 'out', amount: '0.00005', symbol: 'SOL' }])
    expect(content.warnings).toContainEqual(expect.objectContaining({ tone: 'warn', title: { id: 'warn.more', values: { count: 10 } } }))
    expect(content.twice).toBe(true)
  })

  test('behavior: tokens that are sent without saying which are looked up, with their owner', async () => {
    const content = await prepare([getTransferInstruction({ source: mine, destination: theirs, authority: signer, amount: 2_500_000n })])
    const { facts } = renderCard(content)
    expect(facts).toContain('2.5 EPjF…Dt1v')
    expect(facts).toContain(theirs)
    expect(facts).toContain(thief)
  })
})

describe('recipients behind a lookup table', () => {
  const table = solanaAddress(50)
  const transaction = buildSolana([pay(thief, 1_000_000_000n)], me, 0, { [table]: [solanaAddress(51), thief] })
  const bytes = base64.encode(Uint8Array.from([...new Uint8Array(56), ...base58.decode(solanaAddress(51)), ...base58.decode(thief)]))
  const prepareWith = (answer: unknown) => {
    const answers = {
      getMultipleAccounts: ([list]: readonly unknown[]) => ({ value: (list as string[]).map((key) => (key === table ? answer : null)) }),
    }
    return prepareSolanaTransaction({ transaction }, fakeSolana({ answers }), false)
  }

  test('behavior: are looked up', async () => {
    expect(renderCard((await prepareWith({ data: [bytes, 'base64'] })).content).facts).toContain(thief)
  })

  test('error: that is not there are refused: nobody could be shown who is paid', async () => {
    await expect(prepareWith(null)).rejects.toMatchObject({ code: 4200, data: { why: 'lookup' } })
  })
})

describe('what is not a payment', () => {
  test.each<[string, Instruction, string]>([
    [
      'an account’s new owner',
      getSetAuthorityInstruction({ owned: mine, owner: signer, authorityType: AuthorityType.AccountOwner, newAuthority: thief }),
      'warn.authority',
    ],
    [
      'who may spend',
      getApproveCheckedInstruction({ source: mine, mint, delegate: thief, owner: signer, amount: 7_000_000n, decimals: 6 }),
      'warn.delegate',
    ],
    ['where a closed account’s coins go', getCloseAccountInstruction({ account: mine, destination: thief, owner: signer }), 'warn.close'],
  ])('error: %s is on the card', async (_what, instruction, warning) => {
    const content = await prepare([instruction], node(5_000n))
    expect(ids(content)).toContain(warning)
    expect(renderCard(content).facts).toContain(thief)
  })

  test('error: tokens that are destroyed are said to be', async () => {
    const content = await prepare([getBurnInstruction({ account: mine, mint, authority: signer, amount: 3_000_000n })], node(5_000n))
    expect(ids(content)).toContain('warn.burn')
    expect(renderCard(content).facts).toContain('3 EPjF…Dt1v')
  })

  test('error: a permission inside a batch of the token program is one', async () => {
    const inner = getApproveCheckedInstruction({ source: mine, mint, delegate: thief, owner: signer, amount: 7_000_000n, decimals: 6 })
    const content = await prepare([getBatchInstruction([inner as never]) as Instruction], node(5_000n))
    expect(ids(content)).toContain('warn.delegate')
    expect(renderCard(content).facts).toContain(thief)
  })

  test('error: Token-2022: a permanent delegate, and a hook that runs with each transfer', async () => {
    const program = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
    const key = (value: string, role = AccountRole.WRITABLE) => ({ address: address(value), role })
    const permanent = { programAddress: program, accounts: [key(mint)], data: Uint8Array.of(35, ...new Uint8Array(32).fill(9)) }
    expect(ids(await prepare([permanent], node(5_000n)))).toContain('warn.authority')
    const withHook = {
      programAddress: program,
      accounts: [key(mine), key(mint), key(theirs), key(me, AccountRole.READONLY_SIGNER), key(thief), key(solanaAddress(9))],
      data: Uint8Array.of(12, 1, 0, 0, 0, 0, 0, 0, 0, 6),
    }
    expect(ids(await prepare([withHook], node(5_000n)))).toContain('warn.hook')
  })

  test('error: a durable nonce lets the page wait: that is said', async () => {
    const advance = getAdvanceNonceAccountInstruction({ nonceAccount: theirs, nonceAuthority: signer })
    expect(ids(await prepare([advance, pay(thief, 1n)], node(5_001n)))).toContain('warn.durable')
  })
})

test('error: a message in a version that nobody knows yet is refused, as bytes to be signed too', async () => {
  for (const first of [0x81, 0x82, 0xbf])
    await expect(
      prepareSolanaMessage({ message: base58.encode(Uint8Array.of(first, 1, 0, 0, 1, ...new Uint8Array(40))) }, fakeSolana()),
    ).rejects.toMatchObject({ code: 4200 })
})
