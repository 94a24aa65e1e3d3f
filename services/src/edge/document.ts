import { bootElementId } from '@latchkey/protocol'
import { databaseRetryAfter } from '../db/isUnavailable.js'
import { etagOf, isFresh } from '../http/etag.js'
import { acceptedEncoding, compress } from './compress.js'
import { plainHeaders } from './headers.js'
import { bytes } from './serveFile.js'

/**
 * Inserts data before `</head>`. `<` is escaped, so nothing in the data can end the element.
 *
 * @param id of the element that holds it
 */
export function insertBoot(html: string, data: unknown, id: string = bootElementId): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  const at = html.indexOf('</head>')
  if (at < 0) throw new Error('The built document has no </head>.')
  return `${html.slice(0, at)}<script type="application/json" id="${id}">${json}</script>${html.slice(at)}`
}

/**
 * Answers with a document. Its validator covers the policy too: a changed allow-list must never be answered by 304 with the old one.
 */
export async function documentResponse(
  request: Request,
  status: number,
  html: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const etag = etagOf(JSON.stringify(headers) + html)
  const all: Record<string, string> = { ...headers, etag, vary: 'accept-encoding' }
  if (status === 200 && isFresh(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers: all })
  const encoding = acceptedEncoding(request.headers.get('accept-encoding'))
  const plain = Buffer.from(html)
  const body = encoding ? await compress(plain, encoding, 4) : plain
  all['content-type'] = 'text/html; charset=utf-8'
  all['content-length'] = String(body.length)
  if (encoding) all['content-encoding'] = encoding
  return new Response(request.method === 'HEAD' ? null : bytes(body), { status, headers: all })
}

/** Answers with one plain sentence. */
export function sentence(status: number, text: string, headers: Readonly<Record<string, string>>): Response {
  return new Response(`${text}\n`, { status, headers })
}

/** Says that something here does not work at the moment, the database most likely: only what depends on it can fail after the checks. */
export function unanswered(url: string): Response {
  return sentence(503, 'This server cannot answer at the moment. Try again soon.', {
    ...plainHeaders(url),
    'retry-after': databaseRetryAfter,
  })
}
