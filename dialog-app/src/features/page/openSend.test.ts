// @vitest-environment happy-dom

import { beforeEach, expect, test, vi } from 'vitest'
import type { Transaction } from '../../state/transactions.js'
import { connectedPage, stubServices } from '../../testing/fakePage.js'
import { address, otherAddress, scriptedWallet } from '../../testing/scriptedWallet.js'
import { addTransaction, changeTransaction } from '../money/transactions/transactions.js'

beforeEach(() => {
  localStorage.clear()
  stubServices()
})

test('error: a token whose contract is an address with a wrong capital', async () => {
  const page = await connectedPage(scriptedWallet())
  const token = 'eip155:31337:0x833589fcD6eDb6E08f4c7C32D4f71b54bdA02913'
  const opening = page.call('open', { id: 'b', view: 'WalletSend', token, amount: '1', recipient: otherAddress })
  await expect(opening).rejects.toMatchObject({ code: -32602, message: 'A token is required' })
})

/** A batch that was sent for the opening `a`: a wallet tells its id before there is a hash. */
const batch: Transaction = {
  id: 'one',
  purpose: 'send',
  namespace: 'eip155',
  networkId: 'eip155:31337',
  from: address,
  status: 'pending',
  at: Date.now(),
  sent: { kind: 'calls', id: 'batch' },
  calls: [],
  about: { symbol: 'ETH', decimals: 18, amount: '1', to: otherAddress, preset: 'a' },
}

test('error: a batch that failed before it had a hash ends with the dialog', async () => {
  const page = await connectedPage(scriptedWallet())
  const settled = vi.fn()
  const params = { id: 'a', view: 'WalletSend', token: 'eip155:31337', amount: '1', recipient: otherAddress } as const
  page.call('open', params).then(settled, settled)
  await vi.waitFor(() => expect(page.state().view).toBe('WalletSend'))
  addTransaction(page.dialog, batch)
  await page.call('close', undefined as never)
  // It is under way.
  expect(settled).not.toHaveBeenCalled()
  changeTransaction(page.dialog, 'one', { status: 'failed' })
  await vi.waitFor(() => expect(settled).toHaveBeenCalledWith(expect.objectContaining({ code: 4001, message: 'Modal closed' })))
})
