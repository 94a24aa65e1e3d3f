import type { Rpc } from '../rpc.js'
import { type Allowed, allowancesIn, type Log, newAllowances } from './allowances.js'
import { createAsker, type Question } from './questions.js'
import { type Header, nextBlock, type Trial } from './trial.js'

/** What a transaction would move for one account. Positive: it comes. */
export type Simulation = {
  readonly ok: boolean
  readonly error?: string
  readonly native: bigint
  readonly tokens: readonly { readonly token: string; readonly amount: bigint }[]
  readonly collectibles: readonly { readonly token: string; readonly id: bigint; readonly amount: bigint }[]
  /** What others may take afterwards that they could not take before. */
  readonly allowances: readonly Allowed[]
  /** What each transaction used, when all went through. */
  readonly gas?: readonly bigint[]
}

/** Where `eth_simulateV1` reports moves of the native coin as if it were a token. */
const nativeToken = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const transferSingle = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const transferBatch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

type Result = {
  readonly status?: string
  readonly gasUsed?: string
  readonly returnData?: string
  readonly logs?: readonly Log[]
  readonly error?: { readonly message?: string }
}
type Answer = readonly { readonly calls?: readonly Result[] }[]

/** Items of one move. With more of them, the node's answer is none. */
const mostItems = 1_000

const word = (data: string, index: number) => BigInt(`0x${data.slice(2 + index * 64, 66 + index * 64) || '0'}`)

function batch(data: string): { id: bigint; amount: bigint }[] {
  const at = (offset: bigint) => Number(offset) / 32
  const ids = at(word(data, 0))
  const amounts = at(word(data, 1))
  const length = Number(word(data, ids))
  // What is left out would be shown as less than what leaves.
  if (length > mostItems) throw new RangeError('More items than a card can show.')
  return Array.from({ length }, (_, index) => ({
    id: word(data, ids + 1 + index),
    amount: word(data, amounts + 1 + index),
  }))
}

/** Adds up a simulation's logs for one account. @throws RangeError for more than can be shown */
export function addUp(logs: readonly Log[], account: string): Pick<Simulation, 'native' | 'tokens' | 'collectibles'> {
  const mine = (topic: string | undefined) => topic?.slice(-40).toLowerCase() === account.slice(2).toLowerCase()
  const tokens = new Map<string, bigint>()
  const collectibles = new Map<string, { token: string; id: bigint; amount: bigint }>()
  let native = 0n
  const collect = (token: string, id: bigint, amount: bigint) => {
    const key = `${token}:${id}`
    collectibles.set(key, { token, id, amount: (collectibles.get(key)?.amount ?? 0n) + amount })
  }
  for (const { address, topics, data } of logs) {
    const token = address.toLowerCase()
    const kind = topics[0]
    const erc1155 = kind === transferSingle || kind === transferBatch
    const [from, to] = erc1155 ? [topics[2], topics[3]] : [topics[1], topics[2]]
    const sign = (mine(to) ? 1n : 0n) - (mine(from) ? 1n : 0n)
    if (sign === 0n) continue
    if (kind === transfer && topics.length === 4) collect(token, BigInt(topics[3] ?? 0), sign)
    else if (kind === transfer && token === nativeToken) native += sign * word(data, 0)
    else if (kind === transfer) tokens.set(token, (tokens.get(token) ?? 0n) + sign * word(data, 0))
    else if (kind === transferSingle) collect(token, word(data, 0), sign * word(data, 1))
    else if (kind === transferBatch) for (const { id, amount } of batch(data)) collect(token, id, sign * amount)
  }
  return {
    native,
    tokens: [...tokens].map(([token, amount]) => ({ token, amount })).filter(({ amount }) => amount !== 0n),
    collectibles: [...collectibles.values()].filter(({ amount }) => amount !== 0n),
  }
}

const nothing = { native: 0n, tokens: [], collectibles: [], allowances: [] }

/** `balanceOf` (ERC-20) by its first four bytes. */
const balanceOf = (account: string) => `0x70a08231${account.slice(2).toLowerCase().padStart(64, '0')}`

/** Tokens of which one card asks how many there are before and after. */
const mostTokens = 64

/** What contracts answer around a trial, and what the trial did. */
type Around = {
  readonly results: readonly Result[]
  readonly before: readonly (bigint | null)[]
  readonly after: readonly (bigint | null)[]
}

function answerOf({ status, returnData = '0x' }: Result): bigint | null {
  return status === '0x1' && returnData.length > 2 ? BigInt(returnData.slice(0, 66)) : null
}

/** Tries it between the same questions, asked twice. @throws when the node cannot */
async function tryBetween(
  rpc: Rpc,
  trial: Trial,
  last: Header,
  block: ReturnType<typeof nextBlock>,
  questions: readonly Question[],
): Promise<Around> {
  const { before = [], calls, overrides } = trial
  const asker = createAsker(last.baseFeePerGas)
  const count = questions.length
  const list = [...asker.calls(questions, 0), ...calls, ...asker.calls(questions, count)]
  const blocks = before.length > 0 ? [{ blockOverrides: block(0), stateOverrides: trial.funds ?? {}, calls: before }] : []
  const main = { blockOverrides: block(blocks.length), stateOverrides: { ...overrides, ...asker.overrides }, calls: list }
  const request = { blockStateCalls: [...blocks, main], traceTransfers: true, validation: true }
  const answer = (await rpc('eth_simulateV1', [request, 'latest'])) as Answer
  const made = blocks.length > 0 ? (answer[0]?.calls ?? []) : []
  const results = answer[blocks.length]?.calls ?? []
  if (results.length !== list.length || made.length !== before.length) throw new RangeError('Not everything was tried.')
  if (made.some(({ status }) => status !== '0x1')) throw new RangeError('What has to be there first is not.')
  return {
    results: results.slice(count, count + calls.length),
    before: results.slice(0, count).map(answerOf),
    after: results.slice(count + calls.length).map(answerOf),
  }
}

/**
 * Tries transactions one after the other on our own node, exactly as they would be sent. What comes and leaves is what is there afterwards and was
 * not before: a contract can leave out its events, or make them up. Null when the node cannot: that is shown, not hidden.
 *
 * @param known tokens that are asked about, whatever the transactions report
 */
export async function simulate(rpc: Rpc, trial: Trial, last: Header | null, known: Iterable<string>): Promise<Simulation | null> {
  if (!last) return null
  const { account, fee } = trial
  const block = nextBlock(last)
  const asked = new Set([...known].map((token) => token.toLowerCase()))
  const attempt = (more: readonly Question[] = []) => {
    const questions = [...asked].slice(0, mostTokens).map((to) => ({ to, data: balanceOf(account) }))
    return tryBetween(rpc, trial, last, block, [{ to: account, data: '0x' }, ...questions, ...more])
  }
  try {
    let around = await attempt()
    const failed = around.results.find(({ status }) => status !== '0x1')
    if (failed) return { ok: false, error: String(failed.error?.message ?? ''), ...nothing }
    const logs = around.results.flatMap((result) => result.logs ?? [])
    const moved = addUp(logs, account)
    const items = new Set(moved.collectibles.map(({ token }) => token))
    const seen = moved.tokens.flatMap(({ token }) => (asked.has(token) ? [] : [token]))
    for (const token of seen) asked.add(token)
    const allowances = await newAllowances(account, allowancesIn(logs, account), async (questions) => {
      around = await attempt(questions)
      return [...around.before.slice(-questions.length), ...around.after.slice(-questions.length)]
    })
    if (seen.length > 0 && around.before.length <= asked.size) around = await attempt()
    const measured = new Map(
      [...asked].slice(0, mostTokens).flatMap((token, index) => {
        const [before, after] = [around.before[index + 1] ?? null, around.after[index + 1] ?? null]
        return before === null || after === null || items.has(token) ? [] : [[token, after - before] as const]
      }),
    )
    const reported = new Map(moved.tokens.map(({ token, amount }) => [token, amount]))
    const [coinsBefore = null] = around.before
    const [coinsAfter = null] = around.after
    const coins = coinsBefore === null || coinsAfter === null ? null : coinsAfter - coinsBefore
    return {
      ok: true,
      // The node itself writes down where coins go; beyond the fee nothing else can be missing.
      native: coins !== null && coins < moved.native - 2n * fee ? coins : moved.native,
      tokens: [...new Set([...reported.keys(), ...measured.keys()])]
        .map((token) => ({ token, amount: measured.get(token) ?? reported.get(token) ?? 0n }))
        .filter(({ amount }) => amount !== 0n),
      collectibles: moved.collectibles,
      allowances,
      gas: around.results.map(({ gasUsed }) => BigInt(gasUsed ?? 0)),
    }
  } catch {
    return null
  }
}
