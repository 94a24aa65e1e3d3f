import type { OpenParams, Session } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { swapStore } from '../../state/swap.js'
import { openDialog } from '../navigator/open.js'
import { openSend } from './openSend.js'

/** Opens the form of a swap with what the page wants in it, which the user may change. */
async function openSwap(dialog: Dialog, params: OpenParams, signal?: AbortSignal): Promise<Session | null> {
  const { id, namespace, keyboard, from, to, amount } = params
  const wanted = { from, to, amount }
  swapStore(dialog).setState({ wanted })
  const session = await openDialog(
    dialog,
    { id, view: 'Swap', ...(namespace ? { namespace } : {}), ...(keyboard ? { keyboard } : {}) },
    signal,
  )
  // It was closed before the form was there.
  if (swapStore(dialog).getState().wanted === wanted) swapStore(dialog).setState({ wanted: undefined })
  return session
}

/**
 * Opens the dialog with something in a form: a transfer, or a swap.
 *
 * @throws RpcError as `openSend`
 */
export const openWith = (dialog: Dialog, params: OpenParams, signal?: AbortSignal): Promise<Session | string | null> =>
  params.view === 'Swap' ? openSwap(dialog, params, signal) : openSend(dialog, params, signal)
