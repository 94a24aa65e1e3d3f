import { AccountRole, address, createNoopSigner, type Instruction, lamports } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { getApproveCheckedInstruction } from '@solana-program/token'
import { describe, expect, test } from 'vitest'
import { type FakeNode, fakeSolana, solanaAccount } from '../../../testing/fakeNode.js'
import { renderCard } from '../../../testing/renderCard.js'
import { buildSolana, solanaAddress } from '../../../testing/solanaTransactions.js'
import { prepareSolanaTransaction } from './prepare.js'
import { simulateSolana } from './rpcReads.js'

/* What a program that nobody can read does with an account's powers: it is found by trying it, because no instruction of the message says so. */

const me = address(solanaAccount)
const signer = createNoopSigner(me)
const [thief, mint, other] = [solanaAddress(1), 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', solanaAddress(2)]
const [mine, bonds, stake] = [solanaAddress(30), solanaAddress(31), solanaAddress(32)]
const system = '11111111111111111111111111111111'
const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

type State = Readonly<Record<string, object | null>>
const wallet = (coins: number, owner = system) => ({ lamports: coins, owner, data: ['', 'base64'], space: 0 })
const amountOf = (amount: string) => ({ amount, decimals: 6, uiAmount: null, uiAmountString: amount })
const tokens = (change: object = {}, amount = '9000000', of = mint) => ({
  lamports: 2_039_280,
  owner: tokenProgram,
  data: {
    program: 'spl-token',
    parsed: { type: 'account', info: { mint: of, owner: me, state: 'initialized', tokenAmount: amountOf(amount), ...change } },
    space: 165,
  },
})
const staked = (withdrawer: string, staker = withdrawer, coins = 5_000_000_000) => ({
  lamports: coins,
  owner: 'Stake11111111111111111111111111111111111111',
  data: {
    program: 'stake',
    parsed: { type: 'delegated', info: { meta: { authorized: { staker, withdrawer } }, stake: { delegation: { voter: other } } } },
    space: 200,
  },
})
const minted = (mintAuthority: string | null) => ({
  lamports: 1_461_600,
  owner: tokenProgram,
  data: { program: 'spl-token', parsed: { type: 'mint', info: { decimals: 6, mintAuthority, freezeAuthority: null } }, space: 82 },
})
const delegated = (delegate: string, amount: string) => ({ delegate, delegatedAmount: amountOf(amount) })

const start: State = { [me]: wallet(10_000_000_000), [mine]: tokens(), [stake]: staked(me), [bonds]: minted(me) }
/** What a transaction leaves behind: its fee is paid. */
const end = (change: State = {}): State => ({ ...start, [me]: wallet(9_999_995_000), ...change })

/** A node where accounts are so before, and so after a transaction; null: it cannot try any. */
const node = (after: State | null, before: State = start): FakeNode => ({
  answers: {
    getMultipleAccounts: ([list]) => ({ value: (list as string[]).map((key) => before[key] ?? null) }),
    simulateTransaction: ([, options]) => {
      if (!after) throw new Error('No simulation here.')
      const { addresses } = (options as { accounts: { addresses: string[] } }).accounts
      return { value: { err: null, accounts: addresses.map((key) => after[key] ?? null) } }
    },
  },
})
const unknown = (more: readonly string[] = []): Instruction => ({
  programAddress: address(solanaAddress(9)),
  accounts: [
    { address: me, role: AccountRole.WRITABLE_SIGNER },
    ...[mine, bonds, stake, ...more].map((key) => ({ address: address(key), role: AccountRole.WRITABLE })),
  ],
  data: Uint8Array.of(7),
})
const prepare = async (on: FakeNode, instructions: readonly Instruction[] = [unknown()]) =>
  (
    await prepareSolanaTransaction(
      { transaction: buildSolana(instructions, me) },
      fakeSolana(on, { contracts: { tokens: [{ address: solanaAddress(5), symbol: 'LISTED', decimals: 6 }], others: [] } }),
      true,
    )
  ).content
const warned = ({ warnings }: Awaited<ReturnType<typeof prepare>>) => warnings.map(({ tone, title }) => `${tone} ${title.id}`)

describe('a program that nobody can read', () => {
  test.each<[string, State, string, string]>([
    ['assigns the wallet to a program', { [me]: wallet(9_999_995_000, other) }, 'neg warn.authority', other],
    ['lets somebody move tokens', { [mine]: tokens(delegated(thief, '9000000')) }, 'neg warn.delegate', thief],
    ['gives tokens to another owner', { [mine]: tokens({ owner: thief }) }, 'neg warn.authority', thief],
    ['decides who may close an account', { [mine]: tokens({ closeAuthority: thief }) }, 'neg warn.authority', thief],
    ['gives a stake away', { [stake]: staked(thief) }, 'neg warn.authority', thief],
    ['lets somebody else decide where a stake goes', { [stake]: staked(me, thief) }, 'neg warn.authority', thief],
    ['lets somebody else mint', { [bonds]: minted(thief) }, 'neg warn.authority', thief],
    ['has nobody mint any more', { [bonds]: minted(null) }, 'neg warn.authority', bonds],
    ['opens an account that somebody else may empty', { [other]: tokens(delegated(thief, '9000000'), '0') }, 'neg warn.delegate', thief],
  ])('error: that %s is on the card, in red, and asked for twice', async (_what, change, warning, says) => {
    const content = await prepare(node(end(change)), [unknown([other])])
    expect(warned(content)).toContain(warning)
    expect(renderCard(content).facts).toContain(says)
    expect(content).toMatchObject({ preview: 'done', twice: true, confirm: 'confirmAnyway' })
  })

  test('error: that lets somebody move more than before is pointed out, with how much', async () => {
    const before = { ...start, [mine]: tokens(delegated(thief, '1000000')) }
    const content = await prepare(node(end({ [mine]: tokens(delegated(thief, '8000000')) }), before))
    expect(warned(content)).toContain('neg warn.delegate')
    expect(renderCard(content).facts).toContain('8 EPjF…Dt1v')
    expect(content.twice).toBe(true)
  })

  test('error: that takes coins out of a stake is shown as coins that leave', async () => {
    const content = await prepare(node(end({ [stake]: null })))
    expect(content.changes).toEqual([{ direction: 'out', amount: '5', symbol: 'SOL' }])
    expect(warned(content)).toEqual(['neg warn.onlyOut'])
  })

  test('behavior: that pays a stake out to its owner moves nothing away', async () => {
    const content = await prepare(node(end({ [stake]: null, [me]: wallet(14_999_995_000) })))
    expect(content.changes).toEqual([])
  })

  const unread = 'warn warn.unread'
  test.each<[string, State, State, string]>([
    ['changes nothing', end(), start, unread],
    ['swaps one token for a listed one', end({ [mine]: tokens({}, '1000000'), [other]: tokens({}, '5', solanaAddress(5)) }), start, unread],
    [
      'swaps one token for an unlisted one',
      end({ [mine]: tokens({}, '1000000'), [other]: tokens({}, '5', solanaAddress(6)) }),
      start,
      'neg warn.onlyOut',
    ],
    [
      'uses up what somebody may move',
      end({ [mine]: tokens(delegated(thief, '1'), '8999999') }),
      { ...start, [mine]: tokens(delegated(thief, '2')) },
      'neg warn.onlyOut',
    ],
    [
      'uses up what this user may move of somebody else’s',
      end({ [other]: tokens({ owner: thief }) }),
      { ...start, [other]: tokens({ owner: thief, ...delegated(me, '2') }) },
      unread,
    ],
    [
      'closes an account',
      end({ [mine]: { lamports: 0, owner: system, data: ['', 'base64'] } }),
      { ...start, [mine]: tokens({}, '0') },
      unread,
    ],
  ])('behavior: that %s is said to be unread, and asked for once', async (_what, after, before, warning) => {
    const content = await prepare(node(after, before), [unknown([other])])
    expect(warned(content)).toEqual([warning])
    expect(content.twice).toBe(false)
  })

  test.each<[string, FakeNode, readonly Instruction[]]>([
    ['has no simulation', node(null), [unknown()]],
    [
      'answers without the accounts',
      { answers: { ...node(end()).answers, simulateTransaction: () => ({ value: { err: null, accounts: null } }) } },
      [unknown()],
    ],
  ])('error: on a node that %s is asked for twice, in red', async (_what, on, instructions) => {
    const content = await prepare(on, instructions)
    expect(warned(content)).toEqual(['neg warn.noPreview', 'neg warn.unread'])
    expect(content).toMatchObject({ preview: 'failed', twice: true })
  })

  test('error: with more accounts than a node tells about was not tried', async () => {
    const { rpc } = fakeSolana(node(end()))
    expect(await simulateSolana(rpc, new Uint8Array(), me, Array(100).fill(me))).toMatchObject({ ok: true })
    expect(await simulateSolana(rpc, new Uint8Array(), me, Array(101).fill(me))).toBeNull()
  })

  test('error: with accounts behind a table that nobody could look up was not tried', async () => {
    const table = solanaAddress(50)
    const transaction = buildSolana([unknown([other])], me, 0, { [table]: [other] })
    const { content } = await prepareSolanaTransaction({ transaction }, fakeSolana(node(end())), true)
    expect(warned(content)).toEqual(['neg warn.noPreview', 'neg warn.unread'])
    expect(content.twice).toBe(true)
  })
})

describe('what an instruction says itself', () => {
  const approve = getApproveCheckedInstruction({
    source: address(mine),
    mint: address(mint),
    delegate: address(thief),
    owner: signer,
    amount: 7_000_000n,
    decimals: 6,
  })

  test('behavior: is not said twice', async () => {
    const content = await prepare(node(end({ [mine]: tokens(delegated(thief, '7000000')) })), [approve])
    expect(warned(content)).toEqual(['warn warn.delegate'])
    expect(content.rows.filter(({ label }) => label === 'row.spender')).toHaveLength(1)
    expect(content.twice).toBe(false)
  })

  test('error: hides no larger one', async () => {
    const content = await prepare(node(end({ [mine]: tokens(delegated(thief, '9000000')) })), [approve, unknown()])
    expect(warned(content)).toEqual(expect.arrayContaining(['neg warn.delegate', 'warn warn.unread']))
    expect(renderCard(content).facts).toContain('9 EPjF…Dt1v')
    expect(content.twice).toBe(true)
  })
})

test('error: a payment that could not be tried says so', async () => {
  const pay = getTransferSolInstruction({ source: signer, destination: address(thief), amount: lamports(1_000_000_000n) })
  const content = await prepare(node(null), [pay])
  expect(warned(content)).toEqual(['neg warn.noPreview'])
  expect(content).toMatchObject({ title: { id: 'title.send' }, preview: 'failed', twice: false, confirm: 'confirmAnyway' })
})
