import { request } from 'node:http'

/** Milliseconds. */
const timeout = 20_000
const interval = 50

/** Asks a part by its hostname. Node does not resolve `*.localhost`, so the address is the loopback one. */
function ask(url, { method = 'GET', body } = {}) {
  const { hostname, port, pathname, search, host } = new URL(url)
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: pathname + search, method, headers: { host, 'content-type': 'application/json' } }
    const outgoing = request({ ...options, timeout: interval * 100 }, (response) => {
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString(), hostname }))
    })
    outgoing.on('error', reject)
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer')))
    outgoing.end(body)
  })
}

/**
 * Waits until every part answers, each in its own way.
 *
 * @param {{ api: string }} urls
 * @param {string[]} chains CAIP-2 ids
 * @param {string} projectId
 * @throws Error naming what does not answer
 */
export async function waitUntilServed(urls, chains, projectId) {
  const height = (id) => ({
    method: 'POST',
    body: `{"jsonrpc":"2.0","id":1,"method":"${id.startsWith('solana:') ? 'getSlot' : 'eth_blockNumber'}","params":[]}`,
  })
  const checks = [
    ['the API', () => ask(`${urls.api}/ready`)],
    ...chains.map((id) => [
      `the gateway to ${id}`,
      () => ask(`${urls.api}/v1/?${new URLSearchParams({ chainId: id, projectId })}`, height(id)),
    ]),
  ]
  const deadline = Date.now() + timeout
  for (const [name, check] of checks) {
    for (;;) {
      const answer = await check().catch((error) => ({ status: 0, text: error.message }))
      if (answer.status === 200) break
      if (Date.now() > deadline) throw new Error(`${name} does not answer: ${answer.text.trim()}`)
      await new Promise((resolve) => setTimeout(resolve, interval))
    }
  }
}
