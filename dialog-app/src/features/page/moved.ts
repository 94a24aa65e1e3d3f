import type { OpenParams, Session } from '@latchkey/protocol'
import type { PageMethods } from '../../bridge/host.js'
import { type Dialog, perDialog } from '../../lib/dialog.js'

/** What one dialog keeps here. */
type Own = {
  /** The window in which the dialog continues. */
  to?: { call(method: string, params: unknown, signal: AbortSignal): Promise<unknown> }
  /** The parameters of the page's `open`. */
  asked?: OpenParams
  /** The result of that `open` in the window. */
  opened?: Promise<Session | null>
}

/** The window in which a dialog continues, if it does. */
export const moved = perDialog((): Own => ({}))

/** Forwards the page's calls to the window once the dialog continues there (continueInWindow.ts). */
export function movable(dialog: Dialog, api: PageMethods): PageMethods {
  const own = moved(dialog)
  const wrap = ([method, handle]: [string, (params: never, context: { signal: AbortSignal }) => unknown]) => [
    method,
    async (params: never, context: { signal: AbortSignal }) => {
      if (own.to) return own.to.call(method, params, context.signal)
      if (method !== 'open') return handle(params, context)
      own.asked = params
      const session = await handle(params, context)
      return own.opened ?? session
    },
  ]
  return Object.fromEntries(Object.entries(api).map(wrap as never)) as PageMethods
}
