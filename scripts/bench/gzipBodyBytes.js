import { request as httpRequest } from 'node:http'

/**
 * Body bytes of a URL as the edge sends it to a browser that takes gzip.
 *
 * @returns {Promise<number>}
 */
export function gzipBodyBytes(/** @type {string} */ address) {
  const url = new URL(address)
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port: url.port, path: url.pathname + url.search, headers: { host: url.host, 'accept-encoding': 'gzip' } },
      (response) => {
        let bytes = 0
        response.on('data', (chunk) => {
          bytes += chunk.length
        })
        response.on('end', () => resolve(bytes))
      },
    )
    request.on('error', reject).end()
  })
}
