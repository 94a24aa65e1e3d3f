/**
 * Asks a JSON-RPC server one thing.
 *
 * @param {string} url
 * @param {string} method
 * @param {readonly unknown[]} [params]
 * @throws Error with the server's words
 */
export async function jsonRpc(url, method, params = []) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { error, result } = /** @type {{ error?: { message: string }, result?: any }} */ (await response.json())
  if (error) throw new Error(error.message)
  return result
}
