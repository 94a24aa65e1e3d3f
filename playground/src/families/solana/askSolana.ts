import { ProviderError } from '../../testWallet/rpcError.js'

let id = 0

/**
 * Asks a Solana node (JSON-RPC 2.0 over HTTP).
 *
 * @throws ProviderError with the node's own code and message; 4900 when it cannot be reached
 */
export async function askSolana(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  id += 1
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
  })
    .then((response) => response.json() as Promise<{ result?: unknown; error?: { code: number; message: string } }>)
    .catch(() => {
      throw new ProviderError(4900, 'The Solana node cannot be reached.')
    })
  if (answer.error) throw new ProviderError(answer.error.code, answer.error.message)
  return answer.result
}
