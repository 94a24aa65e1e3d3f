import { RpcError } from '@latchkey/protocol'
import fc from 'fast-check'
import { parseTransaction, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { evmAccount, fakeContext } from '../../../testing/fakeNode.js'
import { renderCard } from '../../../testing/renderCard.js'
import { prepareTransaction } from './transaction.js'

const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const slot = toHex(7n, { size: 32 })
const prepare = (change: object, context = fakeContext()) =>
  prepareTransaction([{ from: evmAccount, to, value: '0x1', ...change }], context)
const signed = async (change: object) => parseTransaction(toHex((await prepare(change)).payload))

describe('what a page sets is signed as shown, or refused', () => {
  test('behavior: an access list beside a gas price is signed with it', async () => {
    const accessList = [{ address: to, storageKeys: [slot] }]
    expect(await signed({ gasPrice: '0x77359400', accessList })).toMatchObject({
      type: 'eip2930',
      gasPrice: 2_000_000_000n,
      accessList: [{ address: to.toLowerCase(), storageKeys: [slot] }],
    })
    const { whole } = renderCard((await prepare({ gasPrice: '0x77359400', accessList })).content)
    expect(whole).toContain(slot)
    expect(whole).toContain('2000000000')
  })

  test('error: a price that the network does not have is refused, and not dropped', async () => {
    const old = { number: '0x1', timestamp: '0x1', gasLimit: '0x1c9c380', gasUsed: '0x0' }
    const context = fakeContext({ answers: { eth_getBlockByNumber: () => old, eth_gasPrice: () => '0x1' } })
    await expect(prepare({ maxFeePerGas: '0x77359400' }, context)).rejects.toMatchObject({ code: 4200, data: { why: 'maxFeePerGas' } })
  })

  test('behavior: any of them, in any combination', async () => {
    const price = fc.bigInt({ min: 1n, max: 10n ** 11n }).map(toHex)
    const request = fc.record(
      {
        gas: fc.integer({ min: 21_000, max: 1_000_000 }).map((value) => toHex(value)),
        gasLimit: fc.integer({ min: 21_000, max: 1_000_000 }).map((value) => toHex(value)),
        gasPrice: price,
        maxFeePerGas: price,
        maxPriorityFeePerGas: price,
        nonce: fc.bigInt({ min: 0n, max: 2n ** 60n }).map(toHex),
        accessList: fc.array(fc.constantFrom({ address: to, storageKeys: [slot] }, { address: evmAccount, storageKeys: [] }), {
          maxLength: 2,
        }),
        type: fc.constantFrom('0x0', '0x1', '0x2', 'legacy', 'eip2930', 'eip1559'),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(request, async (set) => {
        const tx = await signed(set).catch((error: unknown) => {
          if (error instanceof RpcError && (error.code === 4200 || error.code === -32602)) return null
          throw error
        })
        if (!tx) return
        const { gas = set.gasLimit, gasPrice, maxFeePerGas, maxPriorityFeePerGas, nonce, accessList } = set
        const wanted = { gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas, nonce }
        for (const [key, value] of Object.entries(wanted))
          if (value !== undefined) expect([key, BigInt(tx[key as 'gas'] ?? 0)]).toEqual([key, BigInt(value)])
        const list = accessList?.map(({ address, storageKeys }) => ({ address: address.toLowerCase(), storageKeys }))
        if (list?.length) expect(tx.accessList).toEqual(list)
      }),
      { numRuns: 300, seed: 42 },
    )
  })
})
