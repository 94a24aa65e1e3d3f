import { codes, errorText, isUserRejection, readProperty } from '@latchkey/protocol'
import type { ConnectPhase } from '../../state/connecting.js'
import { saysChainMissing, unsupported } from '../../wallets/chainMissing.js'
import { isNoAccounts } from '../../wallets/errors.js'

/** Phases that end an attempt without a connection. */
export type FailedPhase = Exclude<ConnectPhase, 'connecting' | 'slow' | 'connected'>

const byCode: Readonly<Record<number, FailedPhase>> = {
  [codes.resourceUnavailable]: 'waiting',
  [codes.disconnected]: 'offline',
  [codes.chainDisconnected]: 'offline',
  [codes.unauthorized]: 'refused',
  [codes.unsupportedMethod]: 'refused',
  [codes.methodNotFound]: 'refused',
  [codes.methodNotSupported]: 'refused',
  [codes.chainNotAdded]: 'chainMissing',
  [unsupported.chains]: 'chainMissing',
  [unsupported.namespace]: 'chainMissing',
  [unsupported.methods]: 'refused',
  [unsupported.events]: 'refused',
  [unsupported.accounts]: 'refused',
}

/** Wallets that are locked have no code of their own: they say it, in one of these ways. */
const lockedWords = /\b(is |are |wallet )?(un)?locked\b|\bunlock\b|\bkeyring.*locked\b|\bno accounts?\b/i
const waitingWords = /\balready (pending|processing|open)\b|\brequest.* pending\b/i

/**
 * What a failed attempt to connect means for the user. Pure.
 *
 * @param error anything a wallet may throw: frozen, foreign-realm, without code
 * @param isHere whether the page still finds the wallet
 */
export function connectCause(error: unknown, isHere = true): FailedPhase {
  const code = readProperty(error, 'code')
  const text = errorText(error)
  if (isNoAccounts(error)) return 'locked'
  if (isUserRejection(error)) return 'cancelled'
  if (!isHere) return 'notInstalled'
  if (code === codes.resourceUnavailable || waitingWords.test(text)) return 'waiting'
  // Before 4100: wallets answer a locked keyring with "unauthorized", and unlocking is what helps.
  if (lockedWords.test(text)) return 'locked'
  if (saysChainMissing(error)) return 'chainMissing'
  return (typeof code === 'number' && byCode[code]) || 'failed'
}
