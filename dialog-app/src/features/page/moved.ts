import type { OpenParams, Session } from '@latchkey/protocol'
import type { PageMethods } from '../../bridge/host.js'
import { type Dialog, perDialog } from '../../lib/dialog.js'

/** What one dialog keeps here. */
type Own = {
  /** The window in which it goes on. */
  to?: { call(method: string, params: unknown, signal: AbortSignal): Promise<unknown> }
  /** What the page opened the dialog for. */
  asked?: OpenParams
  /** What that comes to in the window. */
  opened?: Promise<Session | null>
}

/** Where a dialog has gone on, once it has. */
export const moved = perDialog((): Own => ({}))

/** The page's calls, which are the window's to answer once the dialog has gone on there (continueInWindow.ts). */
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
