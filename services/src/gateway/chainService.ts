import { codes } from '@latchkey/protocol'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Chain } from '../config/chains.js'
import { type Attempt, askNodes } from './failover.js'
import type { Family } from './families/family.js'
import type { JsonReader } from './jsonReader.js'
import { type Node, openNodes } from './nodes.js'
import type { Call } from './parseBody.js'
import { createReadCache } from './readCache.js'
import type { Outcome } from './readReply.js'
import { errorOutcome } from './reply.js'

/** How many nodes a chain has, how many of them can be used now, and, where there are any, how many turned out to be of another chain. */
export type ChainStatus = { readonly upstreams: number; readonly usable: number; readonly ofAnotherChain?: number }

/** Everything about one chain: its rules, its cache, its nodes. */
export type ChainService = {
  readonly chain: Chain
  /** @param caller whose sends and reads belong together: after a send its reads go to the same node for a while */
  readonly answer: (call: Call, caller: string) => Outcome | Promise<Outcome>
  readonly answerBatch: (calls: readonly Call[], caller: string) => Promise<Outcome[]>
  readonly status: () => ChainStatus
  readonly close: () => Promise<void>
}

/** What the gateway tells of. */
export type GatewayEvents = { readonly onSent?: OnSent | undefined; readonly log?: Pick<Logger, 'error' | 'warn' | 'info'> | undefined }

/** Hears of a transaction that a node has accepted: signed, as it was sent, and the hash that the node answered. */
export type OnSent = (chain: Chain, raw: string, hash: string) => void

/** Calls that go to a node in one request. Many nodes refuse larger batches. */
const nodeBatch = 100
/** Blocks (and at least 10 s) for which a caller's reads follow its send to the same node. */
const stickyBlocks = 2
const stickyMinimum = 10_000
const maxSticky = 10_000

const keyOf = (call: Call) => `${call.method} ${call.params}`
const writeCall = (call: Call, id: number) => `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(call.method)},"params":${call.params}}`

const judgeSingle =
  ({ isNodeFault }: Family, json: JsonReader, isLate: (outcome: Outcome) => boolean): Attempt<Outcome>['judge'] =>
  (text) => {
    const judged = (outcome: Outcome | null) => ({
      value: outcome,
      final: outcome !== null && !isNodeFault(outcome) && !isLate(outcome),
      refuses: isNodeFault(outcome),
    })
    const read = json.reply(text)
    return read instanceof Promise ? read.then(judged) : judged(read)
  }

const judgeBatch =
  ({ isNodeFault }: Family, json: JsonReader, size: number): Attempt<(Outcome | undefined)[]>['judge'] =>
  async (text) => {
    const outcomes = await json.batchReply(text, size)
    const isUseless = (outcome: Outcome | undefined) => outcome === undefined || isNodeFault(outcome)
    const refuses = outcomes?.every(isUseless) ?? true
    return { value: outcomes, final: !refuses, refuses }
  }

/**
 * Opens one chain.
 *
 * @param maxLogsRange blocks that one `eth_getLogs` may span
 * @param json reads what nodes answer
 * @param events `onSent` hears of every `eth_sendRawTransaction` that a node has accepted; `log` of nodes that come and go
 */
export function createChainService(
  chain: Chain,
  maxLogsRange: number,
  json: JsonReader,
  { onSent, log }: GatewayEvents = {},
): ChainService {
  const cache = createReadCache()
  const nodes = openNodes(chain, {
    onWrongChain: (node, answer) =>
      log?.error({ chain: chain.caipNetworkId, node, answer }, 'A node does not show that it is of its chain: it is not asked'),
    onChange: (node, isBack) => {
      const facts = { chain: chain.caipNetworkId, node }
      if (isBack) log?.info(facts, 'A node answers again')
      else log?.warn(facts, 'A node fails: it is asked less often until it answers')
    },
  })
  const { family } = nodes
  const { effectOf } = family
  const rules = family.rulesOf(chain, maxLogsRange)
  const mayShare = (call: Call) => effectOf(call.method) === 'read' && family.isShareable(call.method, call.params)
  const pending = new Map<string, Promise<Outcome>>()
  const sticky = new LRUCache<string, Node>({
    maxSize: maxSticky,
    sizeCalculation: () => 1,
    ttl: Math.max(stickyMinimum, Math.ceil(stickyBlocks * (chain.blockTime ?? 0))),
    perf: { now: () => Date.now() },
  })
  /** Grows with every send, so that no answer from before a send is kept after it. */
  let epoch = 0

  const preferred = (caller: string) => {
    const node = sticky.get(caller)
    return node ? { prefer: node } : {}
  }

  /** Whether another node may know more: this one has not seen the block yet. */
  const isLate = (call: Call) => (outcome: Outcome) =>
    nodes.all.length > 1 && outcome.kind === 'result' && outcome.raw === 'null' && family.mayLag(call.method)

  const ask = async (call: Call, caller: string, once: boolean): Promise<Outcome> => {
    const asked = await askNodes(nodes, {
      body: writeCall(call, 1),
      once,
      judge: judgeSingle(family, json, isLate(call)),
      ...preferred(caller),
    })
    if (!('node' in asked)) return asked
    if (once && nodes.all.length > 1) sticky.set(caller, asked.node)
    return asked.value
  }

  /** Whoever sends again what arrived already gets the answer that was lost. */
  const repeated = async (call: Call, caller: string, outcome: Outcome): Promise<Outcome> => {
    const before = family.sentBefore?.(call, outcome)
    if (!before) return outcome
    const found = before.check ? await ask(before.check, caller, false) : null
    const isThere = !found || (found.kind === 'result' && found.raw !== 'null')
    return isThere ? { kind: 'result', raw: JSON.stringify(before.hash) } : outcome
  }

  /** Asks what must be asked exactly once. After a change nothing that was known before is kept. */
  const askOnce = async (call: Call, caller: string): Promise<Outcome> => {
    const outcome = await repeated(call, caller, await ask(call, caller, true))
    if (effectOf(call.method) === 'change') {
      epoch++
      cache.clear()
      pending.clear()
    }
    if (onSent && call.method === 'eth_sendRawTransaction' && outcome.kind === 'result') {
      const [raw] = Object.values(JSON.parse(call.params) as object) as unknown[]
      const hash: unknown = JSON.parse(outcome.raw)
      if (typeof raw === 'string' && typeof hash === 'string') onSent(chain, raw, hash)
    }
    return outcome
  }

  /** Remembers a read in flight, so that others join it, and keeps its answer for as long as it is true. */
  const share = (call: Call, key: string, outcome: Promise<Outcome>): Promise<Outcome> => {
    const started = epoch
    const shared = outcome
      .then((settled) => {
        if (settled.kind === 'result' && started === epoch) cache.set(key, settled.raw, family.keepFor(chain, call.method, settled.raw))
        return settled
      })
      .finally(() => {
        if (pending.get(key) === shared) pending.delete(key)
      })
    pending.set(key, shared)
    return shared
  }

  const readMany = async (calls: readonly Call[], caller: string, avoid: readonly Node[] = []): Promise<Outcome[]> => {
    const body = `[${calls.map(writeCall).join(',')}]`
    const judge = judgeBatch(family, json, calls.length)
    const asked = await askNodes(nodes, { body, once: false, judge, avoid, ...preferred(caller) })
    if (!('node' in asked)) return calls.map(() => asked)
    const missing = errorOutcome(codes.internal, "The chain's node left this call unanswered")
    const outcomes = calls.map((_, index) => asked.value[index] ?? missing)
    // A node that refuses everything was left already, and the others refuse as well.
    if (outcomes.every(family.isNodeFault)) return outcomes
    const open = calls.flatMap((call, index) => {
      const outcome = outcomes[index] ?? missing
      const refuses = family.isNodeFault(outcome)
      return refuses || isLate(call)(outcome) ? [{ call, index, refuses }] : []
    })
    const asking = [...avoid, asked.node]
    if (open.length === 0 || asking.length >= nodes.all.length) return outcomes
    const others = await readMany(
      open.map(({ call }) => call),
      caller,
      asking,
    )
    for (const [position, { index, refuses }] of open.entries()) {
      const other = others[position]
      if (other?.kind === 'result' || (refuses && other?.kind === 'error')) outcomes[index] = other
    }
    return outcomes
  }

  /** What needs no new request: something kept, something in flight. Undefined for the rest. */
  const known = (call: Call): Outcome | Promise<Outcome> | undefined => {
    if (!mayShare(call)) return undefined
    const key = keyOf(call)
    const kept = cache.get(key)
    return kept === undefined ? pending.get(key) : { kind: 'result', raw: kept }
  }

  const heightCall: Call = { id: '1', method: family.heightMethod, params: '[]' }

  /** What the rules say of a call; those that depend on the height of the chain ask for it. Null when a node has to be asked. */
  const decide = (call: Call, caller: string): Outcome | null | Promise<Outcome | null> => {
    const decided = rules(call)
    if (decided?.kind !== 'byHeight') return decided
    return Promise.resolve(answer(heightCall, caller)).then((height) =>
      height.kind === 'result' ? decided.decide(Number(JSON.parse(height.raw))) : height,
    )
  }

  const answer = (call: Call, caller: string): Outcome | Promise<Outcome> => {
    const decided = decide(call, caller)
    if (decided instanceof Promise) return decided.then((outcome) => outcome ?? fetched(call, caller))
    return decided ?? fetched(call, caller)
  }

  const fetched = (call: Call, caller: string): Outcome | Promise<Outcome> => {
    const found = known(call)
    if (found) return found
    nodes.touch()
    if (effectOf(call.method) !== 'read') return askOnce(call, caller)
    const outcome = ask(call, caller, false)
    return mayShare(call) ? share(call, keyOf(call), outcome) : outcome
  }

  /** Puts reads together that have to be asked, up to a hundred in a request. What changes something goes alone, in its order. */
  const answerBatch = async (calls: readonly Call[], caller: string): Promise<Outcome[]> => {
    const outcomes = new Array<Outcome | Promise<Outcome> | undefined>(calls.length).fill(undefined)
    let group: { readonly index: number; readonly call: Call }[] = []
    const flush = () => {
      const [first, ...others] = group
      if (!first) return
      const asked =
        others.length === 0
          ? ask(first.call, caller, false).then((one) => [one])
          : readMany(
              group.map(({ call }) => call),
              caller,
            )
      for (const [position, { index, call }] of group.entries()) {
        const outcome = asked.then((all) => all[position] as Outcome)
        outcomes[index] = mayShare(call) ? share(call, keyOf(call), outcome) : outcome
      }
      group = []
    }
    const positions = new Map<string, number>()
    const repeats: { readonly index: number; readonly of: number }[] = []
    for (const [index, call] of calls.entries()) {
      const decided = decide(call, caller)
      const found = (decided instanceof Promise ? await decided : decided) ?? known(call)
      if (found) outcomes[index] = found
      else if (effectOf(call.method) !== 'read') {
        nodes.touch()
        flush()
        outcomes[index] = await askOnce(call, caller)
        positions.clear()
      } else {
        const of = mayShare(call) ? positions.get(keyOf(call)) : undefined
        if (of !== undefined) {
          repeats.push({ index, of })
          continue
        }
        nodes.touch()
        positions.set(keyOf(call), index)
        group.push({ index, call })
        if (group.length === nodeBatch) flush()
      }
    }
    flush()
    for (const { index, of } of repeats) outcomes[index] = outcomes[of]
    return Promise.all(outcomes as (Outcome | Promise<Outcome>)[])
  }

  return {
    chain,
    answer,
    answerBatch,
    status: () => {
      const ofAnotherChain = nodes.all.filter(({ identity }) => identity.isWrong()).length
      const usable = nodes.all.filter(({ breaker, identity }) => breaker.isClosed() && !identity.isWrong()).length
      return { upstreams: nodes.all.length, usable, ...(ofAnotherChain > 0 ? { ofAnotherChain } : {}) }
    },
    close: nodes.close,
  }
}
