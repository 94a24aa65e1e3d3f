import { type Dialog, perDialog } from '../../../../lib/dialog.js'
import { toDecimal } from '../../../../lib/format.js'
import { after, listen, onDestroy } from '../../../../lib/lifetime.js'
import type { Payment } from '../../../../namespaces/paymentCodes.js'
import { onClosed } from '../../../../state/onClosed.js'
import { type ScanState, scanStore } from '../../../../state/scan.js'
import { sessionStore } from '../../../../state/session.js'
import { onNetwork } from '../../onNetwork.js'
import { feeToken, fillDraft, sendableTokens } from '../draft.js'
import { cameraProblem, closeCamera, openCamera } from './camera.js'
import { type Code, readCode } from './readCode.js'
import { createReader, type ReadFrame } from './readFrame.js'

/** Milliseconds between two pictures that are looked at. */
const between = 100

/** What one dialog keeps here. */
type Own = {
  /** Counts the scans: a camera that opens for an earlier one is closed at once. */
  turn: number
  read: ReadFrame | undefined
  /** Turns the camera off. */
  stop: (() => void) | undefined
}

const kept = perDialog((): Own => ({ turn: 0, read: undefined, stop: undefined }))

const isLive = ({ status }: ScanState) => status === 'asking' || status === 'running'

function turnOff(dialog: Dialog): void {
  const own = kept(dialog)
  own.turn += 1
  own.stop?.()
  own.stop = undefined
}

/** The camera is turned off, and nothing of the scan is shown any more but `state`. */
function end(dialog: Dialog, state: ScanState): void {
  turnOff(dialog)
  scanStore(dialog).setState(state, true)
}

/** The user goes on without the camera. */
export const stopScan = (dialog: Dialog): void => end(dialog, { status: 'off' })

/**
 * Asks for the camera and shows what it sees, until a code was read or nobody looks any more: the dialog is closed or destroyed, or its tab is hidden.
 */
export async function startScan(dialog: Dialog): Promise<void> {
  end(dialog, { status: 'asking' })
  const own = kept(dialog)
  const { turn } = own
  const isLast = () => own.turn === turn
  const off = () => isLast() && stopScan(dialog)
  const forget = [
    // Whoever clears the form needs to know nothing of cameras.
    scanStore(dialog).subscribe((state) => isLast() && !isLive(state) && turnOff(dialog)),
    onClosed(dialog, off),
    onDestroy(dialog, off),
    listen(dialog, document, 'visibilitychange', () => document.hidden && off()),
  ]
  own.stop = () => {
    for (const each of forget) each()
  }
  try {
    const reader = createReader()
    // Judged below, once there is a camera.
    reader.catch(() => {})
    const stream = await openCamera()
    if (!isLast()) {
      closeCamera(stream)
      return
    }
    own.stop = () => {
      closeCamera(stream)
      for (const each of forget) each()
    }
    // Pulled out, or its permission taken back: a track that we stop ourselves tells nobody.
    for (const track of stream.getTracks())
      track.addEventListener('ended', () => isLast() && end(dialog, { status: 'failed', problem: 'none' }))
    own.read = await reader
    if (isLast()) scanStore(dialog).setState({ status: 'running', stream }, true)
  } catch (error) {
    if (isLast()) end(dialog, { status: 'failed', problem: cameraProblem(error) })
  }
}

/** Fills the form, on the network that the code is for. */
function fill(dialog: Dialog, { recipient, contract, amount }: Payment): void {
  const isWanted = (address?: string) => address?.toLowerCase() === contract?.toLowerCase()
  const token = contract === undefined ? feeToken(dialog) : sendableTokens(dialog).find((one) => isWanted(one.contract))
  if (!token) {
    end(dialog, { status: 'token' })
    return
  }
  stopScan(dialog)
  const written = typeof amount === 'bigint' ? toDecimal(amount, token.decimals) : amount
  // An address alone leaves it to the user what to send.
  const isOpen = contract === undefined && amount === undefined
  fillDraft(dialog, { receiver: recipient, ...(isOpen ? {} : { token }), ...(written === undefined ? {} : { amount: written }) })
}

function take(dialog: Dialog, code: Code): void {
  const of = onNetwork(dialog)
  if (code.kind === 'recipient' || (code.kind === 'payment' && code.family !== of?.namespace)) {
    stopScan(dialog)
    // An address of another family is filled in, too: the form says what is wrong with it, and how to go there.
    fillDraft(dialog, { receiver: code.kind === 'payment' ? code.payment.recipient : code.recipient })
  } else if (code.kind === 'payment') {
    const { payment } = code
    const { networkId = of?.networkId } = payment
    if (networkId && networkId !== of?.networkId) end(dialog, { status: 'network', networkId, payment })
    else fill(dialog, payment)
  } else {
    const state = scanStore(dialog).getState()
    if (state.status === 'running' && state.hint !== code.kind) scanStore(dialog).setState({ ...state, hint: code.kind }, true)
  }
}

/**
 * Shows the camera's picture and reads it.
 *
 * @returns nobody looks any more
 */
export function watchVideo(dialog: Dialog, video: HTMLVideoElement, stream: MediaStream): () => void {
  let isOn = true
  let cancel: (() => void) | undefined
  const { turn } = kept(dialog)
  const isCurrent = () => isOn && kept(dialog).turn === turn
  video.srcObject = stream
  // It plays by itself where the browser lets it; a video that is taken off the page before is no failure.
  video.play().catch(() => {})
  const look = async () => {
    try {
      const text = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? await kept(dialog).read?.(video) : undefined
      const code = text && isCurrent() ? await readCode(dialog, text) : undefined
      if (code && isCurrent()) take(dialog, code)
    } catch {
      if (isCurrent()) end(dialog, { status: 'failed', problem: 'failed' })
    }
    if (isCurrent()) cancel = after(dialog, between, () => void look())
  }
  void look()
  return () => {
    isOn = false
    cancel?.()
    video.srcObject = null
  }
}

/** The picture is not on screen any more. */
export function leaveVideo(dialog: Dialog): void {
  if (isLive(scanStore(dialog).getState())) stopScan(dialog)
}

/** The form is not on screen any more. What a code asks for on another network stays, as the rest of the draft does. */
export function leaveScan(dialog: Dialog): void {
  if (scanStore(dialog).getState().status !== 'network') stopScan(dialog)
}

/**
 * The form is on screen: a code for another network fills it once the user is there.
 *
 * @returns it is not any more
 */
export function watchScan(dialog: Dialog): () => void {
  const look = () => {
    const state = scanStore(dialog).getState()
    if (state.status === 'network' && onNetwork(dialog)?.networkId === state.networkId) fill(dialog, state.payment)
  }
  const unsubscribe = sessionStore(dialog).subscribe(look)
  look()
  return () => {
    unsubscribe()
    leaveScan(dialog)
  }
}
