import { Agent, request as httpRequest } from 'node:http'
import { median, round } from './statistics.js'

/** @import { Product } from './pages.js' */

/** @typedef {{ port: string, path: string, host: string }} Target */

const connections = 32
const duration = 3_000
const turns = 4
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] })

/**
 * One JSON-RPC call; resolves with whether it was answered with a result.
 *
 * @returns {Promise<boolean>}
 */
function post(/** @type {Agent} */ agent, /** @type {Target} */ { port, path, host }) {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), host }
    const request = httpRequest({ agent, host: '127.0.0.1', port, path, method: 'POST', headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve(response.statusCode === 200 && text.includes('"result"')))
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** Answered requests per second over kept-alive connections. */
async function rate(/** @type {Target} */ target) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const end = Date.now() + duration
  let answered = 0
  let refused = 0
  const started = Date.now()
  const worker = async () => {
    while (Date.now() < end) {
      if (await post(agent, target)) answered += 1
      else refused += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  agent.destroy()
  if (refused) throw new Error(`${refused} of ${answered + refused} requests were refused`)
  return (answered * 1_000) / (Date.now() - started)
}

/**
 * `eth_blockNumber` through the gateway against the same node directly, in turns; the client runs on the same machine.
 *
 * @returns requests per second (median of the turns) and their ratio
 */
export async function benchGateway(/** @type {Product} */ { api, projectId, chains }) {
  const [chainId, node] = Object.entries(chains)[0] ?? ['', '']
  const gateway = new URL(`${api}/v1/?chainId=${encodeURIComponent(chainId)}&projectId=${projectId}`)
  const targets = {
    gateway: { port: gateway.port, path: gateway.pathname + gateway.search, host: gateway.host },
    node: { port: new URL(node).port, path: '/', host: new URL(node).host },
  }
  /** @type {{ gateway: number[], node: number[] }} */
  const rates = { gateway: [], node: [] }
  for (let turn = 0; turn < turns; turn += 1)
    for (const name of /** @type {const} */ (['gateway', 'node'])) rates[name].push(await rate(targets[name]))
  const [through, direct] = [median(rates.gateway), median(rates.node)]
  return { connections, gateway: round(through, 0), node: round(direct, 0), ratio: round(through / direct, 2) }
}
