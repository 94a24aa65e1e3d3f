import { codes, frameReasons, RpcError, toWireError, wireErrors } from '@latchkey/protocol'
import type { Fault } from './mistakes/findFault.js'

/**
 * Every error that the SDK throws. `code`, `message` and `data` are those of the wallet or the server, unchanged (EIP-1193, EIP-1474).
 * `data.reason` tells causes with the same code apart; `ErrorReason` lists its values (`/docs/errors` of your server).
 *
 * @example
 * try {
 *   await modal.provider('eip155').request({ method: 'eth_requestAccounts' })
 * } catch (error) {
 *   if (error instanceof ModalError && error.code === 4001) console.log('The user said no.')
 * }
 */
export class ModalError extends RpcError {
  override readonly name: string = 'ModalError'
}

/** Turns anything thrown into a {@link ModalError}; its code, message and data stay. */
export function toModalError(error: unknown): ModalError {
  if (error instanceof ModalError) return error
  const { code, message, data } = toWireError(error)
  return new ModalError(code, message, { data })
}

/**
 * The dialog, or the code that speaks with it, did not come.
 *
 * @param cause what is known of the reason: the page's `policy` forbids it, or `silence`, a document that is none of ours, or what was found out about it
 */
export const loadFailed = (cause?: 'policy' | 'silence' | Fault) =>
  new ModalError(codes.disconnected, frameReasons.loadFailed, { data: { reason: frameReasons.loadFailed }, cause })

/** What was asked cannot be answered any more: the frame went away. */
export const disconnected = () => new ModalError(codes.disconnected, wireErrors.disconnected)
