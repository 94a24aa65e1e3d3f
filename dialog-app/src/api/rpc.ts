import { codes, errors, limits, type Result, RpcError } from '@latchkey/protocol'
import { wait } from '../lib/wait.js'
import { createRanking } from './rpcRank.js'
import { isRetryable, post, type RpcCall, type TransportFailure } from './rpcTransport.js'

/** Methods that change something: tried once, on one transport, alone in their POST. A second copy could be a second payment. */
const sends: ReadonlySet<string> = new Set([
  'eth_sendRawTransaction',
  'eth_sendTransaction',
  'eth_sendUserOperation',
  'wallet_sendCalls',
  'sendTransaction',
])

/** A server that asks for a longer pause than this is as good as not there. */
const longestWait = 30_000
/** Ranking stops asking when nobody used the client for this long. */
const rankIdle = 60_000

export type RpcClient = {
  /**
   * One JSON-RPC call. Calls made in the same tick travel in one POST, up to 1000.
   *
   * @throws RpcError the node's code, message and data untouched; -32603 'HTTP status code: {status}' or 'An error occurred' when no node
   *   answered after 3 tries; the signal's reason when it fires
   */
  request(method: string, params?: unknown, options?: { signal?: AbortSignal | undefined }): Promise<unknown>
  destroy(): void
}

type Entry = RpcCall & { readonly signal: AbortSignal | undefined; settle(result: Result<unknown>): void; done: boolean }

/**
 * A JSON-RPC client over one or more URLs of one chain: 3 tries with a delay that doubles from
 * 150 ms, `Retry-After` honoured, 10 s per try, the next transport when one fails, transports ranked every 4 s.
 *
 * @param urls HTTP(S) URLs, preferred first; at least one
 * @param now milliseconds since the epoch
 */
export function createRpcClient(urls: readonly string[], now: () => number): RpcClient {
  const ranking = createRanking(urls)
  let queue: Entry[] = []
  let ranker: ReturnType<typeof setInterval> | undefined
  let lastUse = 0

  async function measure(url: string, calls: readonly RpcCall[], signal?: AbortSignal) {
    const start = performance.now()
    const answer = await post(url, calls, now, signal)
    ranking.record(url, { ok: Array.isArray(answer), latency: performance.now() - start })
    return answer
  }

  /** Asks every transport for the head, so that the order follows how they are and not how they were. */
  function rank() {
    if (now() - lastUse > rankIdle) return stopRanking()
    for (const url of urls) void measure(url, [{ method: 'eth_blockNumber', params: [] }])
  }
  function stopRanking() {
    clearInterval(ranker)
    ranker = undefined
  }
  function keepRanking() {
    lastUse = now()
    if (urls.length > 1) ranker ??= setInterval(rank, limits.rankInterval)
  }

  /** One try: transports in order until each entry has an answer that is worth keeping. Gives what is left, and why. */
  async function attempt(entries: readonly Entry[], signal: AbortSignal) {
    let left = entries
    let failure: TransportFailure | undefined
    let last = new Map<Entry, Result<unknown>>()
    for (const url of ranking.order()) {
      const answer = await measure(url, left, signal)
      if (!isAnswer(answer)) {
        failure = answer
        continue
      }
      const results = new Map(left.map((entry, index) => [entry, answer[index]]))
      left = left.filter((entry) => {
        const result = results.get(entry)
        if (!result) return true
        last.set(entry, result)
        if (isRetryable(result)) return true
        entry.settle(result)
        return false
      })
      if (left.length === 0) break
      failure = undefined
    }
    last = new Map([...last].filter(([entry]) => left.includes(entry)))
    return { left, failure, last }
  }

  async function run(entries: readonly Entry[], tries: number) {
    const control = new AbortController()
    // One abandoned call must not cost the others their answer: the POST stops when nobody waits for it.
    const stop = () => entries.every((entry) => entry.done) && control.abort()
    for (const entry of entries) entry.signal?.addEventListener('abort', stop, { once: true })
    let left = entries
    try {
      for (let failures = 1; ; failures++) {
        const outcome = await attempt(left, control.signal)
        left = outcome.left.filter((entry) => !entry.done)
        if (left.length === 0) return
        const pause = Math.max(limits.rpcRetryDelay * 2 ** (failures - 1), outcome.failure?.retryAfter ?? 0)
        if (failures >= tries || outcome.failure?.retryable === false || pause > longestWait) {
          for (const entry of left) entry.settle(outcome.last.get(entry) ?? { ok: false, error: outcome.failure?.error ?? unanswered() })
          return
        }
        await wait(pause, control.signal)
        left = left.filter((entry) => !entry.done)
      }
    } catch {
      // Only our own abort ends up here: every entry has been told already.
      for (const entry of left) entry.settle({ ok: false, error: unanswered() })
    } finally {
      for (const entry of entries) entry.signal?.removeEventListener('abort', stop)
    }
  }

  /** A send is tried once, on the best transport: after an answer that never came nobody knows whether it arrived. */
  async function runSend(entry: Entry) {
    const [url = ''] = ranking.order()
    try {
      const answer = await measure(url, [entry])
      entry.settle((isAnswer(answer) ? answer[0] : { ok: false, error: answer.error }) ?? { ok: false, error: unanswered() })
    } catch {
      entry.settle({ ok: false, error: unanswered() })
    }
  }

  function flush() {
    const entries = queue.filter((entry) => !entry.done)
    queue = []
    for (const entry of entries) if (sends.has(entry.method)) void runSend(entry)
    const reads = entries.filter((entry) => !sends.has(entry.method))
    for (let start = 0; start < reads.length; start += limits.rpcBatch) {
      void run(reads.slice(start, start + limits.rpcBatch), limits.rpcRetryCount)
    }
  }

  return {
    request(method, params = [], { signal } = {}) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const onAbort = () => {
          entry.done = true
          reject(signal?.reason)
        }
        const entry: Entry = {
          method,
          params,
          signal,
          done: false,
          settle(result) {
            if (entry.done) return
            entry.done = true
            signal?.removeEventListener('abort', onAbort)
            if (result.ok) resolve(result.value)
            else
              reject(result.error instanceof RpcError ? result.error : new RpcError(result.error.code, result.error.message, result.error))
          },
        }
        signal?.addEventListener('abort', onAbort, { once: true })
        keepRanking()
        queue.push(entry)
        if (queue.length === 1) queueMicrotask(flush)
      })
    },
    destroy: stopRanking,
  }
}

const unanswered = () => new RpcError(codes.internal, errors.fallback)

function isAnswer(answer: readonly Result<unknown>[] | TransportFailure): answer is readonly Result<unknown>[] {
  return Array.isArray(answer)
}
