import { codes } from '@latchkey/protocol'
import { Agent, request } from 'undici'
import { evmFaults } from '../../gateway/families/nodeFaults.js'

type WireError = { readonly code?: unknown; readonly message?: unknown }

/** What a node answered instead of a result. It is an outcome for the rule that tells whose reason it is. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly kind = 'error'
  readonly code: number
  readonly raw: string
  constructor(error: WireError) {
    super(String(error.message ?? 'The node gave no reason.'))
    this.code = Number(error.code ?? 0)
    this.raw = JSON.stringify(error)
  }
}

/** A node that did not answer, or is not a node of this chain. */
export class NodeFailure extends Error {
  override readonly name = 'NodeFailure'
}

export type Call = { readonly method: string; readonly params: readonly unknown[] }

export type Rpc = {
  /**
   * @throws RpcError when the node refuses, NodeFailure when none answers
   */
  readonly call: <Result>(method: string, params: readonly unknown[]) => Promise<Result>
  /** Many calls in few requests. What the node refuses is an error in its place. */
  readonly batch: <Result>(calls: readonly Call[]) => Promise<(Result | RpcError)[]>
  readonly close: () => Promise<void>
}

/** Calls in one request: nodes refuse larger ones. */
const mostCalls = 50
/** Milliseconds. Traces of a full block take nodes seconds. */
const timeout = 30_000
/** Bytes of an answer. Traces of a full block have tens of megabytes. */
const largest = 256 * 1_048_576

type Reply = { readonly id?: unknown; readonly result?: unknown; readonly error?: WireError | null }

/** The results of a batch in the order of its calls; the node may answer in any other. */
function inOrder(replies: readonly Reply[], size: number): unknown[] {
  const byId = new Map(replies.map((reply) => [Number(reply.id), reply]))
  return Array.from({ length: size }, (_, index) => {
    const reply = byId.get(index)
    if (!reply) return new RpcError({ code: codes.internal, message: 'The node left this call unanswered.' })
    return reply.error ? new RpcError(reply.error) : (reply.result ?? null)
  })
}

const isRefusal = (answer: unknown) => answer instanceof RpcError && evmFaults.isNodeFault(answer)

/** One error for a whole batch. @throws NodeFailure when it is none of the node's own */
function refusedWhole(reply: unknown, size: number): unknown[] {
  const { error } = (reply ?? {}) as Reply
  const refusal = error && new RpcError(error)
  if (!isRefusal(refusal)) throw new NodeFailure('The node takes no batches.')
  return Array.from({ length: size }, () => refusal)
}

/**
 * The nodes of a chain, for the indexer: one at a time, the next when one fails, or refuses for a reason of its own. Each is asked for its chain before it is believed.
 *
 * @param urls best first
 * @param signal ends what is under way: whoever stops does not wait for a node
 */
export function openRpc(urls: readonly string[], chain: number, signal?: AbortSignal): Rpc {
  const agent = new Agent({ connections: 8, headersTimeout: timeout, bodyTimeout: timeout })
  signal?.addEventListener('abort', () => void agent.destroy(), { once: true })
  const trusted = new Set<string>()
  let first = 0

  const post = async (url: string, body: string): Promise<unknown> => {
    const { origin, pathname, search, username, password } = new URL(url)
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    const answer = await request(origin + pathname + search, {
      dispatcher: agent,
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        ...(username ? { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } : {}),
      },
      signal: AbortSignal.timeout(timeout),
    })
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > largest) throw new NodeFailure('The answer is too large.')
      chunks.push(chunk)
    }
    // A node may give its reasons with any status; a proxy before it gives a page.
    return JSON.parse(Buffer.concat(chunks).toString())
  }

  const write = ({ method, params }: Call, id: number) => ({ jsonrpc: '2.0', id, method, params })

  const trust = async (url: string) => {
    if (trusted.has(url)) return
    const reply = (await post(url, JSON.stringify(write({ method: 'eth_chainId', params: [] }, 0)))) as Reply
    if (Number(reply.result) !== chain) throw new NodeFailure(`A node for chain ${chain} is of another chain.`)
    trusted.add(url)
  }

  /** Asks one node after the other, until `work` is content. @throws NodeFailure when none answers, not even with a refusal */
  const ask = async (work: (url: string) => Promise<boolean>): Promise<void> => {
    let failure: unknown
    let isRefused = false
    const start = first
    for (let tries = 0; tries < urls.length; tries += 1) {
      const index = (start + tries) % urls.length
      const url = urls[index] as string
      try {
        await trust(url)
        if (await work(url)) return
        isRefused = true
      } catch (error) {
        failure = error
        trusted.delete(url)
      }
      // Others may have left this one meanwhile.
      if (first === index) first = (index + 1) % urls.length
    }
    if (!isRefused) throw failure instanceof NodeFailure ? failure : new NodeFailure('No node answers.', { cause: failure })
  }

  const call = async <Result>(method: string, params: readonly unknown[]): Promise<Result> => {
    let answer: unknown
    await ask(async (url) => {
      const reply = (await post(url, JSON.stringify(write({ method, params }, 0)))) as Reply
      answer = reply.error ? new RpcError(reply.error) : (reply.result ?? null)
      return !isRefusal(answer)
    })
    if (answer instanceof RpcError) throw answer
    return answer as Result
  }

  const some = async (calls: readonly Call[]): Promise<unknown[]> => {
    const answers: unknown[] = calls.map(() => undefined)
    let open = calls.map((_, index) => index)
    await ask(async (url) => {
      const replies = await post(url, JSON.stringify(open.map((index, id) => write(calls[index] as Call, id))))
      const found = Array.isArray(replies) ? inOrder(replies as Reply[], open.length) : refusedWhole(replies, open.length)
      for (const [id, index] of open.entries()) answers[index] = found[id]
      open = open.filter((index) => isRefusal(answers[index]))
      return open.length === 0
    })
    return answers
  }

  return {
    call,
    async batch<Result>(calls: readonly Call[]) {
      const results: unknown[] = []
      for (let from = 0; from < calls.length; from += mostCalls) results.push(...(await some(calls.slice(from, from + mostCalls))))
      return results as (Result | RpcError)[]
    },
    close: () => agent.destroy(),
  }
}
