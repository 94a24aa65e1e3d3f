import { describe, expect, test } from 'vitest'
import { evmAccount, fakeContext, fakeSolana, solanaAccount } from '../../../testing/fakeNode.js'
import { renderCard } from '../../../testing/renderCard.js'
import { buildSolana } from '../../../testing/solanaTransactions.js'
import { prepareSendCalls } from '../calls/sendCalls.js'
import { prepareSolanaTransaction } from '../solana/prepare.js'
import { prepareTransaction } from './transaction.js'

const friend = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const known = [`0x3C44${'1'.repeat(32)}93BC`]
const send = async (change: object) =>
  (await prepareTransaction([{ from: evmAccount, to: friend, value: '0x1', ...change }], fakeContext())).content
const ids = ({ warnings }: { readonly warnings: readonly { readonly title: { readonly id: string } }[] }) =>
  warnings.map(({ title }) => title.id)

describe('what a page sets itself', () => {
  test('behavior: a price, gas and a number near the usual ones are not worth a word', async () => {
    expect(ids(await send({ gas: '0x5208', maxFeePerGas: '0x12a05f200', maxPriorityFeePerGas: '0x77359400', nonce: '0x5' }))).toEqual([])
  })

  test.each([
    ['a fee of a hundred times the usual one', { maxFeePerGas: '0x4a817c8000', maxPriorityFeePerGas: '0x4a817c8000' }, 'warn.fee'],
    ['the same in the old form', { gasPrice: '0x4a817c8000' }, 'warn.fee'],
    ['gas of a whole block', { gas: '0x1c9c380' }, 'warn.gas'],
    ['a number far ahead, which makes it wait', { nonce: '0x50' }, 'warn.nonce'],
    ['a number that was used already', { nonce: '0x1' }, 'warn.nonce'],
  ])('error: %s is warned of', async (_what, change, warning) => {
    expect(ids(await send(change))).toContain(warning)
  })

  test('error: Solana: a priority fee that is a payment is warned of', async () => {
    const budget = 'ComputeBudget111111111111111111111111111111' as never
    const price = new Uint8Array(9)
    price[0] = 3
    new DataView(price.buffer).setBigUint64(1, 10n ** 12n, true)
    const transaction = buildSolana([{ programAddress: budget, data: price }], solanaAccount)
    expect(ids((await prepareSolanaTransaction({ transaction }, fakeSolana(), false)).content)).toContain('warn.fee')
  })
})

describe('addresses', () => {
  test('behavior: are whole on the card, in batches too, and marked when they only look like a known one', async () => {
    const calls = [friend, evmAccount].map((to) => ({ to, value: '0x1' }))
    const request = { version: '2.0.0', chainId: '0x1', atomicRequired: false, calls }
    const { content } = await prepareSendCalls([request], fakeContext({}, { known }))
    const { facts } = renderCard(content)
    expect(facts).toContain(friend)
    expect(facts).toContain('Looks like one you know')
    expect(facts).toContain('Your account')
  })
})
