import type { PaymentCodes } from '../paymentCodes.js'

/** `ethereum:[pay-]address[@chain][/function][?parameters]` (EIP-681). */
const pattern = /^ethereum:(?:pay-)?([^@/?]+)(?:@(\d{1,32}))?(?:\/([^?]*))?(?:\?(.*))?$/i
/** What a wallet is told of gas: ours asks the network. */
const ignored: ReadonlySet<string> = new Set(['gas', 'gasLimit', 'gasPrice'])
const most = 2n ** 256n

/** A number of EIP-681: `2.014e18`. */
function readNumber(text: string): bigint {
  const [, whole = '', fraction = '', exponent = '0'] = /^(?=\.?\d)(\d{0,78})(?:\.(\d{1,78}))?(?:e(\d{1,2}))?$/i.exec(text) ?? []
  const zeros = Number(exponent) - fraction.length
  const digits = whole + fraction
  const kept = zeros < 0 ? digits.slice(0, zeros) : digits + '0'.repeat(zeros)
  if (digits === '' || (zeros < 0 && /[^0]/.test(digits.slice(zeros)))) throw new Error('Not a number of units')
  const number = BigInt(kept)
  if (number >= most) throw new Error('More than a number has room for')
  return number
}

/** Payments of EVM chains (EIP-681): of the native coin, and of ERC-20 tokens by `transfer`. */
export const paymentCodes: PaymentCodes = {
  scheme: 'ethereum',
  read(uri) {
    const [, target, chain, method, query] = pattern.exec(uri) ?? []
    if (!target) throw new Error('Not an EIP-681 code')
    const parameters = new URLSearchParams(query)
    const known = method === undefined ? ['value'] : ['address', 'uint256']
    for (const name of parameters.keys())
      if (!ignored.has(name) && (!known.includes(name) || parameters.getAll(name).length > 1)) throw new Error(`Unknown parameter: ${name}`)
    if (method !== undefined && method !== 'transfer') throw new Error(`Not a transfer: ${method}`)
    const amount = parameters.get(method === undefined ? 'value' : 'uint256')
    const asked = {
      ...(chain === undefined ? {} : { networkId: `eip155:${BigInt(chain)}` as const }),
      ...(amount === null ? {} : { amount: readNumber(amount) }),
    }
    if (method === undefined) return { recipient: target, ...asked }
    const recipient = parameters.get('address')
    if (!recipient) throw new Error('Nobody to send to')
    return { recipient, contract: target, ...asked }
  },
}
