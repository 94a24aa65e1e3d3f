import { originsErrors } from '@latchkey/protocol'
import { originsSchema } from '@latchkey/protocol/schemas'
import type { Dialog } from '../lib/dialog.js'
import { request, statusOf } from './http.js'

/**
 * `GET /projects/v1/origins`: patterns of origins where the project may be used.
 *
 * @returns the patterns; an empty list when the answer is no list
 * @throws Error 'RATE_LIMITED' after a 429, 'SERVER_ERROR' after a 5xx; what fetch throws when the server cannot be reached, or does not answer in time
 */
export async function fetchAllowedOrigins(dialog: Dialog, signal?: AbortSignal): Promise<readonly string[]> {
  try {
    const { allowedOrigins } = await request(dialog, { path: '/projects/v1/origins', schema: originsSchema, signal })
    return allowedOrigins
  } catch (error) {
    const status = statusOf(error)
    if (status === 429) throw new Error(originsErrors.rateLimited, { cause: error })
    if (status !== undefined && status >= 500) throw new Error(originsErrors.serverError, { cause: error })
    // What fetch throws, also when the time is over: the list is not known.
    if (error instanceof TypeError || error instanceof DOMException) throw error
    return []
  }
}
