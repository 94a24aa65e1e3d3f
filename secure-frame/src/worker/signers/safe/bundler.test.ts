import { codes, errors, RpcError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { awaitOperation } from './bundler.js'

const offline = () => new RpcError(codes.resourceUnavailable, errors.somethingWentWrong, { data: { reason: 'offline' } })
const receipt = {
  success: true,
  logs: [],
  receipt: { transactionHash: '0x1', blockHash: '0x1', blockNumber: '0x1', gasUsed: '0x1' },
}

test('behavior: an operation whose time is over has not happened because an answer got lost: the device slept, and has no network yet', async () => {
  const answers = [offline, offline]
  const bundler = async () => {
    const lost = answers.shift()
    if (lost) throw lost()
    return receipt
  }
  expect(await awaitOperation(bundler, '0x1', Date.now() - 1)).toEqual(receipt)
})

test('behavior: it has not when the bundler says so afterwards', async () => {
  expect(await awaitOperation(async () => null, '0x1', Date.now() - 1)).toBeNull()
})

test('behavior: what the bundler said before is asked once more', async () => {
  const until = Date.now() + 20
  let asked = 0
  const bundler = async () => {
    asked += 1
    if (asked > 1) return receipt
    // Its time runs out while the answer is on its way.
    await new Promise((resolve) => setTimeout(resolve, 40))
    return null
  }
  expect(await awaitOperation(bundler, '0x1', until)).toEqual(receipt)
})
