import { codes, errors, type Network, RpcError, type SecureBoot } from '@latchkey/protocol'

/** Asks a node or a bundler through our own services. A page's own RPC URL is never used here. */
export type Rpc = (method: string, params: readonly unknown[] | object) => Promise<unknown>

/** Milliseconds until a node counts as not answering. */
const timeout = 10_000

/**
 * @param url of the gateway for one network
 * @returns a function that throws RpcError: the node's own code and message, or -32002 when it cannot be reached
 */
export function createRpc(url: string, send: typeof fetch = (...parameters) => fetch(...parameters)): Rpc {
  let id = 0
  return async (method, params) => {
    id += 1
    let answer: { result?: unknown; error?: { code?: number; message?: string; data?: unknown } } | null
    try {
      const response = await send(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
        credentials: 'omit',
        signal: AbortSignal.timeout(timeout),
      })
      answer = (await response.json()) as typeof answer
      // What is no answer to a call is none of the node's.
      if (!response.ok && !answer?.error) throw new Error(`HTTP ${response.status}`)
    } catch {
      throw new RpcError(codes.resourceUnavailable, errors.somethingWentWrong, { data: { reason: 'offline' } })
    }
    const { error } = answer ?? {}
    if (error) throw new RpcError(Number(error.code ?? codes.internal), String(error.message ?? errors.fallback), { data: error.data })
    return answer?.result
  }
}

/** Asks a network's node, through our gateway. */
export const createNodeRpc = ({ rpcUrls }: Network, { api }: Pick<SecureBoot, 'api'>): Rpc =>
  createRpc(rpcUrls.default?.http[0] ?? `${api}/v1/`)
