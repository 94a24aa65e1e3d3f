import { request } from 'node:http'

/** Milliseconds. */
const timeout = 5_000

/**
 * Asks a part of the product by its hostname. Node does not resolve `*.localhost` everywhere, so the address is the loopback one.
 *
 * @param {string} url
 * @param {{ method?: string, body?: string, port?: number }} [options] `port`: where it listens, if its address has another one
 * @returns {Promise<{ status: number, type: string, bytes: Buffer, text: string }>}
 * @throws Error when nothing answers within 5 s
 */
export function askByHost(url, { method = 'GET', body, port } = {}) {
  const { port: named, pathname, search, host } = new URL(url)
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: port ?? named,
      path: pathname + search,
      method,
      headers: { host, 'content-type': 'application/json' },
    }
    const outgoing = request({ ...options, timeout }, (response) => {
      /** @type {Buffer[]} */
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          bytes: Buffer.concat(chunks),
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    outgoing.on('error', reject)
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer')))
    outgoing.end(body)
  })
}
