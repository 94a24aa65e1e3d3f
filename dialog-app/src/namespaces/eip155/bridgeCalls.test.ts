import { nativeTokenAddress } from '@latchkey/protocol'
import { acrossCalls } from '@latchkey/protocol/acrossCalls'
import { encodeFunctionData, type Hex, pad, parseAbi, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Mismatch, SwapTerms } from '../swaps.js'
import { readCrossing } from './bridgeCalls.js'

/* What LI.FI built to take a token to another chain, read from the very bytes that are sent. */

const chain = 'eip155:1'
const contract: Hex = '0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae'
const account: Hex = '0x00000000000000000000000000000000000c0a1e'
const stranger: Hex = '0x0000000000000000000000000000000000000bad'
const usdc: Hex = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const dai: Hex = '0x6b175474e89094c44da98b954eedeac495271d0f'
const there: Hex = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const amount = 100_000_000n
const out = 99_900_000n

const terms: SwapTerms = {
  networkId: chain,
  account,
  from: usdc,
  to: there,
  toNetworkId: 'eip155:8453',
  amount,
  minimum: 99_000_000n,
  contracts: { router: contract, kind: 'lifi' },
}
const bridged = {
  ...{
    transactionId: `0x${'1'.repeat(64)}`,
    bridge: 'across',
    integrator: '',
    referrer: zeroAddress,
    sendingAssetId: usdc,
    receiver: account,
  },
  ...{ minAmount: amount, destinationChainId: 8_453n, hasSourceSwaps: false, hasDestinationCall: false },
}
const times = { quoteTimestamp: 1, fillDeadline: 2, message: '0x' }
const share = 999_000_000_000_000_000n
const across = {
  v3: {
    ...{ receiverAddress: account, refundAddress: account, receivingAssetId: there, outputAmount: out, outputAmountPercent: share },
    ...{ exclusiveRelayer: zeroAddress, exclusivityDeadline: 0, ...times },
  },
  v4: {
    ...{ receiverAddress: pad(account), refundAddress: pad(account), sendingAssetId: pad(usdc), receivingAssetId: pad(there) },
    ...{ outputAmount: out, outputAmountMultiplier: share, exclusiveRelayer: pad(zeroAddress), exclusivityParameter: 0, ...times },
  },
}
const swap = {
  ...{ callTo: stranger, approveTo: stranger, sendingAssetId: dai, receivingAssetId: usdc, fromAmount: amount },
  ...{ callData: '0x1234', requiresDeposit: true },
}
type Change = {
  readonly kind?: 'v3' | 'v4'
  readonly bridge?: object
  readonly across?: object
  readonly swaps?: readonly object[]
  readonly tx?: object
}
function built({ kind = 'v4', bridge, across: more, swaps, tx }: Change = {}) {
  const functionName = `${swaps ? 'swapAndStart' : 'start'}BridgeTokensViaAcross${kind.toUpperCase()}`
  const args = [{ ...bridged, hasSourceSwaps: swaps !== undefined, ...bridge }, ...(swaps ? [swaps] : []), { ...across[kind], ...more }]
  const data = encodeFunctionData({ abi: parseAbi(acrossCalls), functionName, args } as unknown as Parameters<typeof encodeFunctionData>[0])
  return { from: `${chain}:${account}`, to: `${chain}:${contract}`, data, amount: String(out), eip155: { gas: '1', gasPrice: '1' }, ...tx }
}

describe.each<'v3' | 'v4'>(['v3', 'v4'])('a call by Across %s', (kind) => {
  test('behavior: is sent as it is, and what is paid out is read from it', () => {
    const { data, ...rest } = built({ kind })
    expect(readCrossing({ ...rest, data }, terms)).toEqual({ call: { to: contract, value: 0n, data }, minimum: out })
  })

  test('behavior: after a swap, what must come out of it is what the bridge pays a share of', () => {
    const sold = { ...terms, from: dai }
    expect(readCrossing(built({ kind, swaps: [swap] }), sold).minimum).toBe(out)
    expect(() => readCrossing(built({ kind, swaps: [swap], bridge: { minAmount: 1_000_000n } }), sold)).toThrow('minimum')
  })
})

test('behavior: the coin goes along with the call', () => {
  const sold = { ...terms, from: nativeTokenAddress }
  const { call } = readCrossing(built({ bridge: { sendingAssetId: zeroAddress }, across: { sendingAssetId: pad(stranger) } }), sold)
  expect(call.value).toBe(amount)
})

test.each<[Mismatch, string, Change]>([
  ['recipient', 'another receiver', { bridge: { receiver: stranger } }],
  ['recipient', 'another receiver for the bridge', { across: { receiverAddress: pad(stranger) } }],
  ['recipient', 'an address in the upper bytes', { across: { receiverAddress: pad(account, { dir: 'right' }) } }],
  ['recipient', 'somebody else to give it back to', { across: { refundAddress: pad(stranger) } }],
  ['recipient', 'another chain', { bridge: { destinationChainId: 10n } }],
  ['token', 'another token that is taken', { bridge: { sendingAssetId: dai } }],
  ['token', 'another token for the bridge', { across: { sendingAssetId: pad(dai) } }],
  ['token', 'another token that is paid out', { across: { receivingAssetId: pad(stranger) } }],
  ['amount', 'more than was shown', { bridge: { minAmount: amount + 1n } }],
  ['minimum', 'less than was shown', { across: { outputAmount: 98_999_999n } }],
  ['minimum', 'nothing', { across: { outputAmount: 0n } }],
  ['unreadable', 'a call on the other chain', { bridge: { hasDestinationCall: true } }],
  ['unreadable', 'a message for it', { across: { message: '0x12' } }],
  ['unreadable', 'a swap that is not there', { bridge: { hasSourceSwaps: true } }],
  ['unreadable', 'a swap of nothing', { swaps: [] }],
  ['token', 'a swap into another token than is bridged', { swaps: [{ ...swap, sendingAssetId: usdc, receivingAssetId: dai }] }],
  ['token', 'a swap that takes another token', { swaps: [swap] }],
  ['amount', 'a swap that takes more', { swaps: [{ ...swap, sendingAssetId: usdc, fromAmount: amount * 2n }] }],
  ['unreadable', 'another function', { tx: { data: '0xdeadbeef' } }],
  ['contract', 'another contract', { tx: { to: `${chain}:${stranger}` } }],
  ['contract', 'the contract of another chain', { tx: { to: `eip155:10:${contract}` } }],
  ['account', 'another account', { tx: { from: `${chain}:${stranger}` } }],
])('error: %s: a call with %s is refused', (mismatch, _what, change) => {
  expect(() => readCrossing(built(change), terms)).toThrow(mismatch)
})
