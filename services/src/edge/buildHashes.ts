import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/schema.js'
import { repository } from '../paths.js'
import { sentence } from './document.js'
import { plainHeaders } from './headers.js'
import { type Part, refuseMethod } from './parts.js'

/** Where an installation says which build it serves (RFC 8615). */
export const buildHashesPath = '/.well-known/latchkey.json'

/** Anybody may compare: nothing in it depends on who asks. */
const headers = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'public, max-age=300',
}

/**
 * Answers with the SHA-256 hashes of the files that this build serves, and with the origins where they are (`scripts/verifyServed.js` compares them).
 *
 * @param folder where the build wrote `hashes.json`
 */
export function buildHashes({ urls }: Config, folder: string = repository): Part {
  let read: Promise<object> | undefined
  const { dialog, secure, api } = urls
  return async (request) => {
    const refused = refuseMethod(request, dialog)
    if (refused) return refused
    const reading = read ?? readFile(join(folder, 'hashes.json'), 'utf8').then((text) => JSON.parse(text) as object)
    read = reading
    try {
      const body = JSON.stringify({ origins: { dialog, secure, api }, ...(await reading) })
      return new Response(request.method === 'HEAD' ? null : body, {
        headers: { ...plainHeaders(dialog), ...headers, 'content-type': 'application/json' },
      })
    } catch {
      read = undefined
      return sentence(404, 'This build has no hashes. Run "npm run build".', plainHeaders(dialog))
    }
  }
}
