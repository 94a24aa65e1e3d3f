// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { followTransaction } from '../../features/money/transactions/followTransaction.js'
import { addTransaction } from '../../features/money/transactions/transactions.js'
import { loadLaterMessages } from '../../lib/i18n.js'
import type { Transaction } from '../../state/transactions.js'
import { drawView } from '../../testing/drawView.js'
import { evmNode } from '../../testing/evmNode.js'
import { connectedPage } from '../../testing/fakePage.js'
import { address, otherAddress, scriptedWallet } from '../../testing/scriptedWallet.js'
import { WalletSend } from '../WalletSend.js'

const token = `0x${'fe'.repeat(20)}`
const hash = `0x${'1'.repeat(64)}`
const word = (value: bigint) => value.toString(16).padStart(64, '0')
const party = (of: string) => of.slice(2).toLowerCase().padStart(64, '0')
const transferred = (to: string, amount: bigint) => ({
  address: token,
  topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', `0x${party(address)}`, `0x${party(to)}`],
  data: `0x${word(amount)}`,
})
const unit = 10n ** 18n
const transaction = (about: object = {}): Transaction => ({
  ...{ id: 'one', purpose: 'send', namespace: 'eip155', networkId: 'eip155:31337', from: address, status: 'pending', at: Date.now() },
  ...{ sent: { kind: 'hash', hash }, hash },
  calls: [{ to: token, value: '0', data: `0xa9059cbb${party(otherAddress)}${word(100n * unit)}` }],
  about: { symbol: 'FEE', decimals: 18, amount: String(100n * unit), to: otherAddress, ...about },
})

let node = evmNode(address)
beforeEach(() => {
  localStorage.clear()
  node = evmNode(address)
  vi.stubGlobal('fetch', node.fetch)
})

/** What is on screen once the node has this receipt. */
async function told(logs: readonly unknown[], sent = transaction()) {
  Object.assign(node.results, { eth_getTransactionReceipt: () => ({ status: '0x1', logs }), eth_getTransactionCount: () => '0x1' })
  const { dialog } = await connectedPage(scriptedWallet())
  await loadLaterMessages(dialog)
  addTransaction(dialog, sent)
  const host = drawView(dialog, <WalletSend />)
  followTransaction(dialog, sent.id)
  await vi.waitFor(() => expect(host.querySelector('h2')?.textContent).not.toContain('on its way'))
  const text = (selector: string) => host.querySelector(selector)?.textContent?.replace(/[\u2066-\u2069]/g, '') ?? ''
  return [text('h2'), text('.say p')]
}

test('behavior: all of it arrived', async () => {
  const [heading, body] = await told([transferred(otherAddress, 100n * unit)])
  expect([heading, body]).toEqual(['100 FEE arrived', expect.stringMatching(/has it\.$/)])
})

test('behavior: a token that keeps a part: what arrived is told, and what it kept', async () => {
  const logs = [transferred(otherAddress, 99n * unit), transferred(token, unit)]
  expect(await told(logs)).toEqual(['99 FEE arrived', expect.stringMatching(/has it\. Kept by FEE: 1 FEE$/)])
})

test('error: a token that keeps all of it, and one that says nothing, are not told as arrived', async () => {
  expect(await told([transferred(token, 100n * unit)])).toEqual(['0 FEE arrived', 'Kept by FEE: 100 FEE'])
  localStorage.clear()
  expect(await told([])).toEqual(['Sent', ''])
})
