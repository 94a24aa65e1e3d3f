import { createServer } from 'node:http'
import { startAlto } from '@latchkey/testkit/src/chains/alto.js'

/** @import { IncomingMessage } from 'node:http' */

/** @typedef {{ chainId: number, node: string, port: number }} Chain */

/** @typedef {{ bundler: { url: string, stop: () => Promise<void> } | undefined, failure: Error | undefined, started: Promise<void> }} Entry */

/** Seconds after which it is worth asking again. */
const timeout = 1

async function readBody(/** @type {IncomingMessage} */ request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const error = (/** @type {unknown} */ id, /** @type {string} */ message, /** @type {object | undefined} */ data = undefined) =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32002, message, ...(data ? { data } : {}) } })

/**
 * The bundlers of the local chains, at `/<chain id>` of one port. Each is started when it is first asked, because its packages are many and few
 * users need it; until it answers, callers are told to ask again.
 *
 * @param {{ port: number, chains: readonly { chainId: number, node: string, port: number }[], own?: import('../entry/lifetime.js').Own, say: (line: string) => void }} options
 * @returns {Promise<{ url: string, start: () => Promise<void>, stop: () => Promise<void> }>} `start` starts all of them at once
 */
export async function startBundlers({ port, chains, own, say }) {
  /** @type {Map<number, Entry>} */
  const running = new Map()

  function start(/** @type {Chain} */ chain) {
    const known = running.get(chain.chainId)
    if (known) return known
    say(`Starting a bundler for chain ${chain.chainId}. The first time its packages are installed.`)
    /** @type {Entry} */
    const entry = { bundler: undefined, failure: undefined, started: Promise.resolve() }
    entry.started = startAlto({ ...chain, own }).then(
      (bundler) => {
        entry.bundler = bundler
      },
      (cause) => {
        // The next one who asks tries again.
        running.delete(chain.chainId)
        entry.failure = cause
        say(cause.message)
      },
    )
    running.set(chain.chainId, entry)
    return entry
  }

  async function answer(/** @type {Chain} */ chain, /** @type {string} */ body) {
    const { id = null } = JSON.parse(body)
    const entry = start(chain)
    // One that starts fast answers at once.
    await Promise.race([entry.started, new Promise((resolve) => setTimeout(resolve, timeout * 1_000))])
    if (entry.failure) return error(id, entry.failure.message)
    if (!entry.bundler) return error(id, 'The bundler is starting', { reason: 'starting', retryAfter: timeout })
    const response = await fetch(entry.bundler.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return response.text()
  }

  const server = createServer(async (request, response) => {
    const chain = chains.find(({ chainId }) => request.url === `/${chainId}`)
    if (request.method !== 'POST' || !chain) return response.writeHead(404).end()
    try {
      const text = await answer(chain, await readBody(request))
      response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    } catch (cause) {
      response.writeHead(502).end(cause instanceof Error ? cause.message : '')
    }
  })
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', () => resolve(undefined)))
  return {
    url: `http://127.0.0.1:${port}`,
    start: async () => {
      await Promise.all(chains.map((chain) => start(chain).started))
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      for (const { started } of running.values()) await started
      for (const { bundler } of running.values()) await bundler?.stop()
    },
  }
}
