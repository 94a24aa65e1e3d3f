import { nativeTokenAddress, type SwapTransaction } from '@latchkey/protocol'
import { acrossCalls } from '@latchkey/protocol/acrossCalls'
import { type Address, decodeFunctionData, type Hex, pad, parseAbi, zeroAddress } from 'viem'
import { type Mismatch, MismatchError, type SwapTerms } from '../swaps.js'
import type { AddressCall } from '../transactions.js'

/* Across pays out the whole amount to the receiver on the other chain, or gives back what it took. */

const bridgeAbi = parseAbi(acrossCalls)
/** What the multiplier of an amount that is known after the swap only is a fraction of. */
const multiplierBase = 10n ** 18n

const check = (isRight: boolean, mismatch: Mismatch) => {
  if (!isRight) throw new MismatchError(mismatch)
}
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
/** The address in a word of 32 bytes, or in one of 20. */
const sameAddress = (word: Hex, address: string) => same(word, address) || same(word, pad(address as Address))
const asset = (token: string) => (token === nativeTokenAddress ? zeroAddress : token)

/** The least that a call gives on the other chain. */
function readCall(data: Hex, { account, from, to, toNetworkId, amount }: SwapTerms): bigint {
  const { args } = decodeFunctionData({ abi: bridgeAbi, data })
  const [bridged, across] = [args[0], args.length === 3 ? args[2] : args[1]]
  check(`eip155:${bridged.destinationChainId}` === toNetworkId, 'recipient')
  check(!bridged.hasDestinationCall && across.message === '0x' && bridged.hasSourceSwaps === (args.length === 3), 'unreadable')
  check(same(bridged.receiver, account) && sameAddress(across.receiverAddress, account), 'recipient')
  // Who gets back what nobody pays out.
  check(sameAddress(across.refundAddress, account), 'recipient')
  check(sameAddress(across.receivingAssetId, to), 'token')
  if ('sendingAssetId' in across && bridged.sendingAssetId !== zeroAddress)
    check(sameAddress(across.sendingAssetId, bridged.sendingAssetId), 'token')
  if (args.length === 2) {
    check(same(bridged.sendingAssetId, asset(from)), 'token')
    check(bridged.minAmount === amount, 'amount')
    return across.outputAmount
  }
  // What is swapped before, the contract has exchanges of its own list trade: it fails if less comes out than the bridge is to take.
  const swaps = args[1]
  const [first, last] = [swaps[0], swaps.at(-1)]
  if (!first || !last) throw new MismatchError('unreadable')
  check(same(first.sendingAssetId, asset(from)) && same(last.receivingAssetId, bridged.sendingAssetId), 'token')
  const taken = swaps.filter(({ requiresDeposit }) => requiresDeposit)
  check(
    taken.every(({ sendingAssetId }) => same(sendingAssetId, asset(from))),
    'token',
  )
  const isCoinSold = from === nativeTokenAddress
  check(isCoinSold || taken.reduce((sum, { fromAmount }) => sum + fromAmount, 0n) === amount, 'amount')
  const multiplier = 'outputAmountMultiplier' in across ? across.outputAmountMultiplier : across.outputAmountPercent
  return (bridged.minAmount * multiplier) / multiplierBase
}

/**
 * The call that takes a token to another chain, and the least that arrives there.
 *
 * @throws MismatchError for one that does anything else than the user was shown
 */
export function readCrossing(transaction: SwapTransaction, terms: SwapTerms): { readonly call: AddressCall; readonly minimum: bigint } {
  const { networkId, contracts, account, amount, from } = terms
  const isAt = (id: string, address: string) => same(id, `${networkId}:${address}`)
  check(isAt(transaction.from, account), 'account')
  check(isAt(transaction.to, contracts.router), 'contract')
  const data = transaction.data as Hex
  let minimum: bigint
  try {
    minimum = readCall(data, terms)
  } catch (error) {
    throw error instanceof MismatchError ? error : new MismatchError('unreadable')
  }
  check(minimum >= terms.minimum && minimum > 0n, 'minimum')
  return { call: { to: contracts.router, value: from === nativeTokenAddress ? amount : 0n, data }, minimum }
}
