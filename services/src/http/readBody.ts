import type { IncomingMessage } from 'node:http'

/** A body, or why it was not read: it is too large, or too much is being read already. */
export type ReadBody = Buffer | 'too-large' | 'busy'

/** One request's body. What was read of it counts until it is released. */
export type OpenBody = { readonly read: () => Promise<ReadBody>; readonly release: () => void }

/** Reads bodies, within what all of them may hold at a time. */
export type BodyReader = (request: IncomingMessage, client: string) => OpenBody

/** Bytes of bodies that are held at a time: of one client, and of all. A body counts for what has arrived of it, until it is answered. */
export const bodyLimits = { perClient: 16 * 1_048_576, total: 64 * 1_048_576 }

/** The size that a request announces; undefined when its body comes in pieces. */
export const announcedBytes = ({ headers }: IncomingMessage): number | undefined => {
  if (headers['content-length'] !== undefined) return Number(headers['content-length'])
  return headers['transfer-encoding'] === undefined ? 0 : undefined
}

/**
 * Reads requests' bodies and stops as soon as one is too large: neither memory nor time is spent on the rest.
 *
 * @param maxBytes limit of one body
 * @param limits of what is held at a time, for tests
 * @example
 * import type { IncomingMessage } from 'node:http'
 *
 * const readBodies = createBodyReader(1_000_000)
 * async function answer(request: IncomingMessage) {
 *   const body = readBodies(request, '203.0.113.7')
 *   try {
 *     return await body.read() // the bytes, 'too-large' or 'busy'
 *   } finally {
 *     body.release()
 *   }
 * }
 */
export function createBodyReader(maxBytes: number, limits = bodyLimits): BodyReader {
  const held = new Map<string, number>()
  let total = 0

  return (request, client) => {
    let own = 0
    let released = false
    const hold = (bytes: number): boolean => {
      const ofClient = held.get(client) ?? 0
      if (released || total + bytes > limits.total || ofClient + bytes > limits.perClient) return false
      held.set(client, ofClient + bytes)
      total += bytes
      own += bytes
      return true
    }

    const read = () =>
      new Promise<ReadBody>((resolve, reject) => {
        if ((announcedBytes(request) ?? 0) > maxBytes) return resolve('too-large')
        const chunks: Buffer[] = []
        let isWhole = false
        const refuse = (why: 'too-large' | 'busy') => {
          request.off('data', take)
          request.pause()
          chunks.length = 0
          resolve(why)
        }
        function take(chunk: Buffer) {
          if (own + chunk.length > maxBytes) refuse('too-large')
          else if (!hold(chunk.length)) refuse('busy')
          else chunks.push(chunk)
        }
        request.on('data', take)
        request.on('end', () => {
          isWhole = true
          resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks))
        })
        request.on('error', reject)
        // Every request closes, and an error costs more than all else here.
        request.on('close', () => isWhole || reject(new Error('The client went away.')))
      })

    return {
      read,
      release() {
        if (released) return
        released = true
        total -= own
        const rest = (held.get(client) ?? 0) - own
        if (rest > 0) held.set(client, rest)
        else held.delete(client)
      },
    }
  }
}
