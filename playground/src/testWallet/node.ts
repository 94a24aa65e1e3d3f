import type { LocalChain } from './chains.js'
import { ProviderError } from './rpcError.js'

type Answer = { readonly result?: unknown; readonly error?: { readonly code: number; readonly message: string } }

let id = 0

/**
 * Asks the chain's own node (JSON-RPC 2.0 over HTTP).
 *
 * @throws ProviderError with the node's own code and message; 4900 when it cannot be reached
 */
export async function askNode(chain: LocalChain, method: string, params: readonly unknown[]): Promise<unknown> {
  id += 1
  const answer = await fetch(chain.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
  })
    .then((response) => response.json() as Promise<Answer>)
    .catch(() => {
      throw new ProviderError(4900, `${chain.name} cannot be reached.`)
    })
  if (answer.error) throw new ProviderError(answer.error.code, answer.error.message)
  return answer.result
}
