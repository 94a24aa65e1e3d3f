import { acrossCalls } from '@latchkey/protocol/acrossCalls'
import { decodeFunctionData, getAddress, type Hex, pad, parseAbi, zeroAddress } from 'viem'
import { named, same, wrongly } from './lifi.js'
import type { CrossingQuestion } from './swapProvider.js'

const bridgeAbi = parseAbi(acrossCalls)
/** What the multiplier of an amount that is known after the swap only is a fraction of. */
const multiplierBase = 10n ** 18n

const wrong = wrongly('crossing')
const read = (data: Hex) => {
  try {
    return decodeFunctionData({ abi: bridgeAbi, data })
  } catch {
    throw wrong('a kind that is not read')
  }
}
/** The address in a word of 32 bytes, or in one of 20. */
const sameAddress = (word: Hex, address: string) => same(word, address) || same(word, pad(getAddress(address)))

/**
 * The least that a call gives on the other chain: what the bridge has to deliver there, or gives back.
 *
 * @param user who pays, and receives
 * @throws ProviderError for a call that does anything else than was asked for
 */
export function readCrossing(data: Hex, { from, to, toChain, amount: sold }: CrossingQuestion, user: string): bigint {
  const { args } = read(data)
  const [bridged, across] = [args[0], args.length === 3 ? args[2] : args[1]]
  const swaps = args.length === 3 ? args[1] : []
  if (bridged.destinationChainId !== BigInt(toChain.id)) throw wrong('another chain')
  if (bridged.hasDestinationCall || across.message !== '0x') throw wrong('a call on the other chain')
  if (bridged.hasSourceSwaps !== args.length > 2) throw wrong('a kind that is not read')
  if (!same(bridged.receiver, user) || !sameAddress(across.receiverAddress, user)) throw wrong('another receiver')
  if (!sameAddress(across.refundAddress, user)) throw wrong('another receiver of what is given back')
  if (!sameAddress(across.receivingAssetId, to)) throw wrong('other tokens')
  const isSameToken = 'sendingAssetId' in across && bridged.sendingAssetId !== zeroAddress
  if (isSameToken && !sameAddress(across.sendingAssetId, bridged.sendingAssetId)) throw wrong('other tokens')
  if (args.length === 2) {
    if (!same(bridged.sendingAssetId, named(from))) throw wrong('other tokens')
    if (bridged.minAmount !== sold) throw wrong('another amount')
    return across.outputAmount
  }
  const [first, last] = [swaps[0], swaps.at(-1)]
  if (!first || !same(first.sendingAssetId, named(from))) throw wrong('other tokens')
  if (!last || !same(last.receivingAssetId, bridged.sendingAssetId)) throw wrong('other tokens')
  const taken = swaps.filter(({ requiresDeposit }) => requiresDeposit)
  if (taken.some(({ sendingAssetId }) => !same(sendingAssetId, named(from)))) throw wrong('other tokens')
  const total = same(first.sendingAssetId, zeroAddress) ? sold : taken.reduce((sum, { fromAmount }) => sum + fromAmount, 0n)
  if (total !== sold) throw wrong('another amount')
  const multiplier = 'outputAmountMultiplier' in across ? across.outputAmountMultiplier : across.outputAmountPercent
  return (bridged.minAmount * multiplier) / multiplierBase
}
