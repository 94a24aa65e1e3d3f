import { encodeFunctionData, erc20Abi, parseTransaction } from 'viem'
import { expect, test } from 'vitest'
import { fakeContext } from '../../../testing/fakeNode.js'
import { prepareSequence } from './sequence.js'

const token = `0x${'44'.repeat(20)}` as const
const approve = (amount: bigint) => ({
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [`0x${'55'.repeat(20)}`, amount] }),
  value: 0n,
})
const context = fakeContext({ tokens: { [token]: { symbol: 'TOK', decimals: 6, balance: 5n } } })
const finish = async (hashes: readonly string[]) => hashes

test('behavior: the limit of an only call can be changed, as a transaction’s', async () => {
  const { content, withLimit } = await prepareSequence([approve(2n ** 256n - 1n)], context, finish)
  expect(content.allowance).toMatchObject({ amount: null, editable: true })
  const changed = await withLimit?.('12.5')
  expect(changed?.content.allowance).toMatchObject({ amount: '12.5', editable: true })
  const [unsigned] = JSON.parse(new TextDecoder().decode(changed?.payload)) as [`0x02${string}`]
  expect(parseTransaction(unsigned)).toMatchObject({ to: token, data: approve(12_500_000n).data })
})

test('behavior: of several calls, none has a limit to change', async () => {
  const { content, withLimit } = await prepareSequence([approve(1n), approve(2n)], context, finish)
  expect([content.allowance, withLimit]).toEqual([undefined, undefined])
})
