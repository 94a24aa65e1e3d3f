import { codes, errors, type OpenParams, parseCaipNetworkId, RpcError } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { readAddress } from '../../namespaces/readAddress.js'
import { loadNamespace } from '../../namespaces/registry.js'
import { findNetwork } from '../../state/networks.js'
import { isOver, type Transaction, transactionsStore } from '../../state/transactions.js'
import { currentView, viewStore } from '../../state/view.js'
import { applyPreset, clearDraftOf } from '../money/send/draft.js'
import { readPreset } from '../money/send/sendNeed.js'
import { readSent } from '../money/send/sentAbout.js'
import { openDialog } from '../navigator/open.js'
import { readSnapshot } from '../session/snapshot.js'

/** @throws RpcError -32602 'A token is required' for a contract whose address is none; 4901 'Unsupported chain' for a network that the page does not use, or whose chain family only receives */
async function familyFor(dialog: Dialog, token: string) {
  const [namespace, reference, contract] = token.split(':')
  const network = findNetwork(dialog, `${namespace}:${reference}`)
  if (!network) throw new RpcError(codes.chainDisconnected, errors.sendUnsupportedChain)
  const { namespace: family } = parseCaipNetworkId(network.caipNetworkId)
  const { transfers } = await loadNamespace(dialog, family)
  if (!transfers) throw new RpcError(codes.chainDisconnected, errors.sendUnsupportedChain)
  if (contract !== undefined && (await readAddress(dialog, contract))?.family !== family)
    throw new RpcError(codes.invalidParams, errors.sendNeedsToken)
  return family
}

const sentFor = (dialog: Dialog, id: string): Transaction | undefined =>
  transactionsStore(dialog)
    .getState()
    .transactions.find((one) => readSent(one)?.preset === id)

/** Settles with the hash of what was sent for an opening; undefined once the dialog is closed and nothing is on its way any more. */
function hashFor(dialog: Dialog, id: string, closed: Promise<unknown>): Promise<string | undefined> {
  return new Promise((resolve) => {
    let isClosed = false
    const look = () => {
      const sent = sentFor(dialog, id)
      const isUnderWay = sent !== undefined && sent.status !== 'unsure' && !isOver(sent)
      if (!sent?.hash && !(isClosed && !isUnderWay)) return
      unsubscribe()
      resolve(sent?.hash)
    }
    const unsubscribe = transactionsStore(dialog).subscribe(look)
    const close = () => {
      isClosed = true
      look()
    }
    closed.then(close, close)
  })
}

/** Whether an opening comes to the form, for somebody who can use it, before it is closed. */
function formShown(dialog: Dialog, closed: Promise<unknown>, isReady: () => boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isShown: boolean) => {
      unsubscribe()
      resolve(isShown)
    }
    const unsubscribe = viewStore(dialog).subscribe(() => {
      if (currentView(dialog) === 'WalletSend' && isReady()) settle(true)
    })
    const close = () => settle(false)
    closed.then(close, close)
  })
}

/**
 * Opens the dialog with a transfer that the page wants sent. Who is not connected, or has still to sign in, does that first.
 *
 * @returns the transaction's hash, as soon as it is sent
 * @throws RpcError -32602, 4901 as specified for what cannot be sent; 4001 'Modal closed' when the user closes the dialog
 */
export async function openSend(dialog: Dialog, params: OpenParams, signal?: AbortSignal): Promise<string> {
  const preset = readPreset(params.id, params)
  if (!preset) throw new RpcError(codes.invalidParams, errors.sendNeedsToken)
  const namespace = await familyFor(dialog, preset.token)
  const closedError = new RpcError(codes.userRejected, errors.modalClosed)
  // Connected, and signed in where the page requires that.
  const isReady = () => readSnapshot(dialog).accounts[namespace] !== undefined
  const open = () =>
    openDialog(dialog, { id: params.id, view: 'WalletSend', namespace, ...(params.keyboard ? { keyboard: true } : {}) }, signal)
  applyPreset(dialog, preset)
  let closed = open()
  // A session that comes back is followed to the form in this opening. Who connects or signs in by hand closes it by that: the form is the next.
  if (!isReady() && !(await formShown(dialog, closed, isReady))) {
    if (!isReady()) {
      clearDraftOf(dialog, preset.id)
      throw closedError
    }
    closed = open()
  }
  void closed.then(() => clearDraftOf(dialog, preset.id))
  const hash = await hashFor(dialog, preset.id, closed)
  if (hash === undefined) throw closedError
  return hash
}
