import * as codes from './errors/codes.js'
import { errorText, readProperty } from './errors.js'
import { transactionErrors } from './messages.js'

/** WalletConnect's "user rejected events": 5001 to 5003 name what the user rejected. */
const lastRejection = 5003

const refusals = 'reject(?:ed|s)|denie[ds]|decline[ds]|cancel(?:l?ed|s)|refuse[ds]|disapprove[ds]'
/** Says that a *user* refused: "User denied transaction signature", "rejected by the user", "USER_REJECTED". */
const refusal = new RegExp(
  `\\buser[\\s_-]+(?:has[\\s_-]+)?(?:${refusals})|(?:${refusals})[\\s_-]+(?:request[\\s_-]+)?by[\\s_-]+(?:the[\\s_-]+)?user\\b`,
  'i',
)

/**
 * Whether an error says that the user refused: code 4001, or 5000 to 5003, or a message that says so. A code that names another cause counts more
 * than the message: a contract may revert with "user denied".
 *
 * @param error anything thrown
 * @example
 * isUserRejection({ code: 4001, message: 'User rejected the request.' }) // true
 */
export function isUserRejection(error: unknown): boolean {
  const code = readProperty(error, 'code')
  const isNumber = typeof code === 'number'
  if (code === codes.userRejected || (isNumber && code >= codes.userRejectedLegacy && code <= lastRejection)) return true
  const named = isNumber && (code === codes.transactionRejected || (code >= codes.unauthorized && code < 5_800))
  const text = errorText(error)
  return !named && !text.startsWith(transactionErrors.executionReverted) && refusal.test(text)
}
