import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import { fakeContext } from '../../../testing/fakeNode.js'
import { memoryKeyValue } from '../../storage/keyValue.js'
import { createBatches } from './batches.js'
import { prepareSendCalls } from './sendCalls.js'

test('behavior: a batch that is sent is not called failed because nothing can be kept any more', async () => {
  const sent: unknown[] = []
  const refuse = () => Promise.reject(new DOMException('The database is closed.', 'InvalidStateError'))
  const context = fakeContext(
    { answers: { eth_sendRawTransaction: ([raw]) => sent.push(raw) } },
    { batches: createBatches({ ...memoryKeyValue(), set: refuse }) },
  )
  const call = { to: `0x${'22'.repeat(20)}`, value: `0x${parseEther('1').toString(16)}` }
  const batch = { version: '2.0.0', chainId: '0x1', from: context.account, atomicRequired: false, id: 'mine', calls: [call] }
  const { payload, execute } = await prepareSendCalls([batch], context)
  expect(await execute(payload)).toEqual({ id: 'mine' })
  expect(sent).toHaveLength(1)
})
