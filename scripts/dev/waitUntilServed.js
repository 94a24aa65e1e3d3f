import { askByHost as ask } from '../lib/askByHost.js'

/** Milliseconds. */
const timeout = 20_000
const interval = 50

/**
 * Waits until every part answers, each in its own way.
 *
 * @param {number} port of the server, which is asked by name: the addresses may be others'
 * @param {{ api: string }} urls
 * @param {string[]} chains CAIP-2 ids
 * @param {string} projectId
 * @throws Error naming what does not answer
 */
export async function waitUntilServed(port, urls, chains, projectId) {
  const height = (/** @type {string} */ id) => ({
    method: 'POST',
    body: `{"jsonrpc":"2.0","id":1,"method":"${id.startsWith('solana:') ? 'getSlot' : 'eth_blockNumber'}","params":[]}`,
  })
  const checks = [
    { name: 'the API', check: () => ask(`${urls.api}/ready`, { port }) },
    ...chains.map((id) => ({
      name: `the gateway to ${id}`,
      check: () => ask(`${urls.api}/v1/?${new URLSearchParams({ chainId: id, projectId })}`, { ...height(id), port }),
    })),
  ]
  const deadline = Date.now() + timeout
  for (const { name, check } of checks) {
    for (;;) {
      const answer = await check().catch((error) => ({ status: 0, text: error.message }))
      if (answer.status === 200) break
      if (Date.now() > deadline) throw new Error(`${name} does not answer: ${answer.text.trim()}`)
      await new Promise((resolve) => setTimeout(resolve, interval))
    }
  }
}
