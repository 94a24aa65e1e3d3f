import { type Dispatcher, Pool } from 'undici'

/** What a node answered. `retryAfter` in milliseconds, when the node named one. */
export type UpstreamReply = { readonly status: number; readonly text: string; readonly retryAfter?: number }

/**
 * Why a node did not answer. `refused`: the request was certainly never written. Everything else leaves it open whether the node saw it.
 */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly kind: 'refused' | 'lost' | 'timeout' | 'tooLarge'
  constructor(kind: UpstreamError['kind'], cause?: unknown) {
    super(kind, { cause })
    this.kind = kind
  }
}

export type Upstream = {
  /** Hostname only: paths and queries of node URLs hold keys, so they appear in no log. */
  readonly name: string
  /** @param timeout milliseconds for the whole exchange */
  readonly post: (body: string, timeout: number) => Promise<UpstreamReply>
  readonly close: () => Promise<void>
}

const maxReplyBytes = 20 * 1_048_576
const connectTimeout = 2_000
const maxRetryAfter = 300_000

/** Errors that happen before a connection exists, so before anything was written. */
const beforeWriting = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

function classify(error: Error): UpstreamError {
  if (error instanceof UpstreamError) return error
  const code = (error as NodeJS.ErrnoException).code ?? ''
  const inner = error instanceof AggregateError ? (error.errors as NodeJS.ErrnoException[]).map((one) => one.code ?? '') : [code]
  return new UpstreamError(inner.length > 0 && inner.every((one) => beforeWriting.has(one)) ? 'refused' : 'lost', error)
}

/** `Retry-After` in milliseconds: seconds, or a date. Undefined when it is neither. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  const wait = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), maxRetryAfter)
}

/** Runs one exchange on a pool. Lower than `pool.request`, because this is what every call costs. */
function exchange(pool: Pool, options: Dispatcher.DispatchOptions, timeout: number): Promise<UpstreamReply> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let status = 0
    let retryAfter: number | undefined
    let controller: Dispatcher.DispatchController | undefined
    let failure: UpstreamError | undefined

    const fail = (error: UpstreamError) => {
      failure ??= error
      clearTimeout(timer)
      reject(failure)
      controller?.abort(failure)
    }
    const timer = setTimeout(() => fail(new UpstreamError('timeout')), timeout)

    pool.dispatch(options, {
      onRequestStart(started) {
        controller = started
        if (failure) started.abort(failure)
      },
      onResponseStart(_controller, code, headers) {
        status = code
        const header = headers['retry-after']
        retryAfter = parseRetryAfter(typeof header === 'string' ? header : undefined, Date.now())
      },
      onResponseData(_controller, chunk) {
        size += chunk.length
        if (size > maxReplyBytes) fail(new UpstreamError('tooLarge'))
        else chunks.push(chunk)
      },
      onResponseEnd() {
        clearTimeout(timer)
        const text = (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString()
        resolve(retryAfter === undefined ? { status, text } : { status, text, retryAfter })
      },
      onResponseError(_controller, error) {
        clearTimeout(timer)
        reject(failure ?? classify(error))
      },
    })
  })
}

/** A node behind a pool of kept-open connections. */
export function createUpstream(url: string): Upstream {
  const { origin, pathname, search, hostname, username, password } = new URL(url)
  const pool = new Pool(origin, { connections: 128, connect: { timeout: connectTimeout }, headersTimeout: 0, bodyTimeout: 0 })
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const options = {
    path: pathname + search,
    method: 'POST' as const,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(username ? { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } : {}),
    },
  }
  return {
    name: hostname,
    post: (body, timeout) => exchange(pool, { ...options, body }, timeout),
    close: () => pool.destroy(),
  }
}
