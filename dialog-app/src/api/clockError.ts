import type { Dialog } from '../lib/dialog.js'

/** Milliseconds that the server is waited for. */
const timeout = 3_000
/** By so much the answer may be off without a wrong clock: `Date` is in seconds, and answers take their time. */
const tolerance = 30_000

/**
 * By how much this device's clock is behind that of our server (RFC 9110, `Date`), in milliseconds: negative for one that is ahead, 0 for one that is
 * right, and where the server does not answer.
 */
export async function clockError(dialog: Dialog): Promise<number> {
  try {
    const asked = dialog.now()
    // This document: the header of answers of other origins cannot be read, and no cache keeps this one.
    const { headers } = await fetch(location.href, {
      method: 'HEAD',
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(timeout),
    })
    const error = Date.parse(headers.get('date') ?? '') - (asked + dialog.now()) / 2
    return Math.abs(error) > tolerance ? Math.round(error) : 0
  } catch {
    return 0
  }
}
