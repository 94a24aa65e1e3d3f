import type { Schema } from '@latchkey/protocol/schemas'
import type { Dialog } from '../lib/dialog.js'
import { z } from '../lib/schema.js'
import { apiUrl, request } from './http.js'

/** What the server signs in one call, and the longest address of it. */
const most = 100
const longest = 2_048

const answer = z.object({ images: z.record(z.string(), z.string().check(z.regex(/^\/v1\/image\?/))) })
const schema: Schema<Readonly<Record<string, string>>> = (input) => answer.parse(input).images

/**
 * `POST /v1/images`: under which addresses of our own API foreign pictures are shown, for a page that names them.
 *
 * @param origin the page's
 * @param urls of pictures; more than 100 are cut off, what is no https address is not asked for
 * @returns our address by theirs; what the server does not fetch is missing
 * @throws as `request`
 */
export async function signPictures(dialog: Dialog, origin: string, urls: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const wanted = urls.filter((url) => /^https:/i.test(url) && url.length <= longest).slice(0, most)
  if (wanted.length === 0) return {}
  const images = await request(dialog, { path: '/v1/images', body: { origin, urls: wanted }, schema })
  return Object.fromEntries(Object.entries(images).map(([url, path]) => [url, apiUrl(dialog, path)]))
}
