import { errorText } from '@latchkey/protocol'

/** WalletConnect's codes for what a wallet does not have. */
export const unsupported = { chains: 5100, methods: 5101, events: 5102, accounts: 5103, namespace: 5104 } as const

/** "Unsupported chains.", "Unrecognized chain ID", "Requested chains are not supported". */
const missing = /\bun(supported|recogni[sz]ed) |\bnot (been )?(support|recogni[sz]|configur|add)/i
const networks = /\b(chain|network|namespace)/i

/** Whether a wallet says, whatever its code, that it lacks a network; that it lacks a method there is something else. */
export function saysChainMissing(error: unknown): boolean {
  const text = errorText(error)
  return missing.test(text) && networks.test(text) && !/\bmethod/i.test(text)
}
