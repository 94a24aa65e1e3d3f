import { codes, isUserRejection, readProperty } from '@latchkey/protocol'
import type { SwitchPhase } from '../../state/switching.js'
import { saysChainMissing, unsupported } from '../../wallets/chainMissing.js'

/** EVM wallets say "I don't have this chain" with 4902, the older ones with 32603 of either sign, WalletConnect ones with 5000 or 5100. */
const missing: readonly unknown[] = [
  codes.chainNotAdded,
  codes.internal,
  -codes.internal,
  codes.userRejectedLegacy,
  unsupported.chains,
  unsupported.namespace,
]
/** The wallet has no way to switch on request. */
const unable: readonly unknown[] = [codes.unsupportedMethod, codes.methodNotFound, codes.methodNotSupported, unsupported.methods]
/** Codes whose cause is another one, whatever their text says. */
const named: readonly unknown[] = [...unable, codes.userRejected, codes.resourceUnavailable, codes.unauthorized]

function codeOf(error: unknown): unknown {
  // MetaMask's phone app wraps 4902 in an internal error.
  return readProperty(readProperty(readProperty(error, 'data'), 'originalError'), 'code') ?? readProperty(error, 'code')
}

/** The wallet lacks the chain: adding it may help. */
export function isChainMissing(error: unknown): boolean {
  const code = codeOf(error)
  return missing.includes(code) || (!named.includes(code) && saysChainMissing(error))
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
