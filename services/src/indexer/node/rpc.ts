import { Agent, request } from 'undici'

/** What a node answered instead of a result. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
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

type Reply = { readonly id?: unknown; readonly result?: unknown; readonly error?: { readonly code?: unknown; readonly message?: unknown } }

const errorOf = ({ error }: Reply) => new RpcError(Number(error?.code ?? 0), String(error?.message ?? 'The node gave no reason.'))

/** The results of a batch in the order of its calls; the node may answer in any other. */
function inOrder(replies: readonly Reply[], size: number): unknown[] {
  const byId = new Map(replies.map((reply) => [Number(reply.id), reply]))
  return Array.from({ length: size }, (_, index) => {
    const reply = byId.get(index)
    if (!reply) return new RpcError(0, 'The node left this call unanswered.')
    return reply.error ? errorOf(reply) : (reply.result ?? null)
  })
}

/**
 * The nodes of a chain, for the indexer: one at a time, the next when one fails. Each is asked for its chain before it is believed.
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

  /** Asks one node after the other. */
  const ask = async <Answer>(work: (url: string) => Promise<Answer>): Promise<Answer> => {
    let failure: unknown
    for (let tries = 0; tries < urls.length; tries += 1) {
      const url = urls[first % urls.length] as string
      try {
        await trust(url)
        return await work(url)
      } catch (error) {
        if (error instanceof RpcError) throw error
        failure = error
        trusted.delete(url)
        first += 1
      }
    }
    throw failure instanceof NodeFailure ? failure : new NodeFailure('No node answers.', { cause: failure })
  }

  const call = async <Result>(method: string, params: readonly unknown[]): Promise<Result> =>
    ask(async (url) => {
      const reply = (await post(url, JSON.stringify(write({ method, params }, 0)))) as Reply
      if (reply.error) throw errorOf(reply)
      return (reply.result ?? null) as Result
    })

  const some = async (calls: readonly Call[]): Promise<unknown[]> =>
    ask(async (url) => {
      const replies = await post(url, JSON.stringify(calls.map(write)))
      if (!Array.isArray(replies)) throw new NodeFailure('The node takes no batches.')
      return inOrder(replies as Reply[], calls.length)
    })

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
