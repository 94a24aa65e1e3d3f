import type { PaymentCodes } from '../paymentCodes.js'

/** Codes for the letters and digits of bech32 addresses alone are smaller: they are written in capitals (BIP-173). */
const capitals = /^(BC|TB|BCRT)1[A-Z0-9]+$/

/** Payments of Bitcoin (BIP-21). One that requires what its reader does not know (`req-`) is invalid for that reader. */
export const paymentCodes: PaymentCodes = {
  scheme: 'bitcoin',
  read(uri) {
    const [, address, query] = /^bitcoin:([a-z0-9]{14,90})(?:\?(.*))?$/i.exec(uri) ?? []
    if (!address) throw new Error('Not a BIP-21 code')
    const parameters = new URLSearchParams(query)
    for (const name of parameters.keys()) if (/^req-/i.test(name)) throw new Error(`Unknown requirement: ${name}`)
    const amount = parameters.get('amount')
    if (amount !== null && !/^\d{1,8}(\.\d{1,8})?$/.test(amount)) throw new Error('Not an amount')
    return { recipient: capitals.test(address) ? address.toLowerCase() : address, ...(amount === null ? {} : { amount }) }
  },
}
