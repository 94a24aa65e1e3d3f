import type { PaymentCodes } from '../paymentCodes.js'

/**
 * Payments of Solana Pay 1.0, as far as they are transfers. One with a `reference` or a `memo` is refused: the shop would not find the payment
 * without them. So is the other kind of code, which has a server build the transaction.
 */
export const paymentCodes: PaymentCodes = {
  scheme: 'solana',
  read(uri) {
    const [, recipient, query] = /^solana:([1-9A-HJ-NP-Za-km-z]{32,44})(?:\?(.*))?$/i.exec(uri) ?? []
    if (!recipient) throw new Error('Not a transfer of Solana Pay')
    const parameters = new URLSearchParams(query)
    if (parameters.has('reference') || parameters.has('memo')) throw new Error('More than a transfer')
    const amount = parameters.get('amount')
    const contract = parameters.get('spl-token')
    if (amount !== null && !/^\d{1,20}(\.\d{1,20})?$/.test(amount)) throw new Error('Not an amount')
    return { recipient, ...(contract === null ? {} : { contract }), ...(amount === null ? {} : { amount }) }
  },
}
