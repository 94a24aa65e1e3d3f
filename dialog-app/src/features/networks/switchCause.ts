import { codes, isUserRejection, readProperty } from '@latchkey/protocol'
import type { SwitchPhase } from '../../state/switching.js'

/** EVM wallets say "I don't have this chain" with 4902, the older ones with 32603 of either sign, WalletConnect ones with 5000. */
const missing: readonly unknown[] = [codes.chainNotAdded, codes.internal, -codes.internal, codes.userRejectedLegacy]
/** The wallet has no way to switch on request. */
const unable: readonly unknown[] = [codes.unsupportedMethod, codes.methodNotFound, codes.methodNotSupported]

function codeOf(error: unknown): unknown {
  // MetaMask's phone app wraps 4902 in an internal error.
  return readProperty(readProperty(readProperty(error, 'data'), 'originalError'), 'code') ?? readProperty(error, 'code')
}

/** The wallet lacks the chain: adding it may help. */
export function isChainMissing(error: unknown): boolean {
  return missing.includes(codeOf(error))
}

/** The wallet can neither switch nor add on request. */
export function cannotSwitch(error: unknown): boolean {
  return unable.includes(codeOf(error))
}

/**
 * What a failed switch means for the user. Pure.
 *
 * @param adding the wallet was asked to add the chain: that it lacks it is no news then
 */
export function switchCause(error: unknown, adding = false): SwitchPhase {
  if (!adding && isChainMissing(error)) return 'missing'
  if (isUserRejection(error)) return 'refused'
  return cannotSwitch(error) ? 'cannotSwitch' : 'failed'
}
