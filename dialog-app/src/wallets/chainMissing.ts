import { errorText } from '@latchkey/protocol'

/** WalletConnect's codes for what a wallet does not have. */
export const unsupported = { chains: 5100, methods: 5101, events: 5102, accounts: 5103, namespace: 5104 } as const

const missing = 'unsupported|unrecogni[sz]ed|not support(?:ed)?|not recogni[sz]ed|not configured|not been added|not added'
/** "Unsupported chains.", "Unrecognized chain ID", "Requested chains are not supported". */
const words = new RegExp(
  `\\b(?:${missing})\\b[^.]*\\b(?:chain|network|namespace)|\\b(?:chain|network|namespace)s?\\b[^.]*\\b(?:${missing})\\b|\\bunknown chain`,
  'i',
)

/** Whether a wallet says, whatever its code, that it lacks a network; that it lacks a method there is something else. */
export function saysChainMissing(error: unknown): boolean {
  const text = errorText(error)
  return words.test(text) && !/\bmethod/i.test(text)
}
