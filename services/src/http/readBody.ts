import type { IncomingMessage } from 'node:http'

/**
 * Reads a request's body, and stops as soon as it is too large: neither memory nor time is spent on the rest.
 *
 * @param maxBytes limit of the whole body
 * @returns null when it is larger
 * @throws Error when the client goes away in the middle
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<string | null> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > maxBytes) return Promise.resolve(null)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) chunks.push(chunk)
      else {
        request.pause()
        resolve(null)
      }
    })
    request.on('end', () => resolve((chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString()))
    request.on('error', reject)
    request.on('close', () => reject(new Error('The client went away.')))
  })
}
