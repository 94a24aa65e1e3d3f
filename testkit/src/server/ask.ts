import { type IncomingHttpHeaders, request } from 'node:http'

export type Answer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly text: string
  readonly json: unknown
}

/** Milliseconds. */
const timeout = 15_000

/**
 * Sends a request to a local port under any `Host`: names under `.localhost` resolve in browsers, not in Node.
 *
 * @param url its host becomes the `Host` header
 * @param port where to connect to
 */
export function ask(
  port: number,
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<Answer> {
  const { host, pathname, search } = new URL(url)
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port, path: pathname + search, method, headers: { host, ...headers }, agent: false, timeout },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const content = Buffer.concat(chunks)
          const text = content.toString()
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: content,
            text,
            get json() {
              return JSON.parse(text) as unknown
            },
          })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer')))
    outgoing.end(body)
  })
}
