import type { Rpc } from '../rpc.js'
import { type Allowed, allowancesIn, type Log, newAllowances } from './allowances.js'

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

/** A transaction to try. */
export type SimulatedCall = { readonly to?: string; readonly data: string; readonly value: bigint }

/** Where `eth_simulateV1` reports moves of the native coin as if it were a token. */
const nativeToken = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const transferSingle = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const transferBatch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

type Answer = readonly {
  readonly calls?: readonly {
    readonly status?: string
    readonly gasUsed?: string
    readonly returnData?: string
    readonly logs?: readonly Log[]
    readonly error?: { readonly message?: string }
  }[]
}[]

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

/** Tries transactions one after the other on our own node. Null when the node cannot: that is shown, not hidden. */
export async function simulate(rpc: Rpc, from: string, calls: readonly SimulatedCall[]): Promise<Simulation | null> {
  const txs = calls.map(({ to, data, value }) => ({ from, ...(to ? { to } : {}), data, value: `0x${value.toString(16)}` }))
  const attempt = async (list: readonly object[]) => {
    const block = { blockStateCalls: [{ calls: list }], traceTransfers: true, validation: false }
    const answer = (await rpc('eth_simulateV1', [block, 'latest'])) as Answer
    const results = answer[0]?.calls ?? []
    return results.length < list.length ? null : results
  }
  try {
    const results = await attempt(txs)
    if (!results) return null
    const failed = results.find(({ status }) => status !== '0x1')
    if (failed) return { ok: false, error: String(failed.error?.message ?? ''), ...nothing }
    const logs = results.flatMap((result) => result.logs ?? [])
    const allowances = await newAllowances(
      from,
      allowancesIn(logs, from),
      async (questions) => (await attempt([...questions, ...txs, ...questions])) ?? [],
    )
    return { ok: true, ...addUp(logs, from), allowances, gas: results.map(({ gasUsed }) => BigInt(gasUsed ?? 0)) }
  } catch {
    return null
  }
}
