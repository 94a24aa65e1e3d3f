// @vitest-environment happy-dom
import type { ViewName } from '@latchkey/protocol'
import { flushSync } from 'react-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { keepTransaction } from '../features/money/transactions/kept.js'
import { closeDialog } from '../features/navigator/close.js'
import { back, push } from '../features/navigator/view.js'
import type { Dialog } from '../lib/dialog.js'
import { loadLaterMessages } from '../lib/i18n.js'
import { readItem } from '../lib/storage.js'
import { initialSwap, type SwapToken, swapStore } from '../state/swap.js'
import { type Transaction, type TransactionStatus, transactionsStore } from '../state/transactions.js'
import { uiStore } from '../state/ui.js'
import { drawView } from '../testing/drawView.js'
import { connectedPage, type Page, stubServices } from '../testing/fakePage.js'
import { address, otherAddress, scriptedWallet } from '../testing/scriptedWallet.js'
import { SwapNotes } from './swap/SwapNotes.js'
import { SwapResult } from './swap/SwapResult.js'
import { WalletSend } from './WalletSend.js'

beforeEach(() => {
  localStorage.clear()
  stubServices()
})

const token: SwapToken = { symbol: 'USDC', name: 'USDC', decimals: 6, address: `0x${'c1'.repeat(20)}`, icon: '', listed: true }
const hash = `0x${'1'.repeat(64)}` as const
const common = { id: 'one', namespace: 'eip155', networkId: 'eip155:31337', from: address, at: Date.now(), hash, calls: [] } as const
const sent = (status: TransactionStatus): Transaction => ({
  ...common,
  status,
  purpose: 'send',
  about: { symbol: 'ETH', decimals: 18, amount: '200000000000000000', to: otherAddress },
})
const swapped = (status: TransactionStatus): Transaction => ({
  ...common,
  status,
  purpose: 'swap',
  about: { step: 'swap', from: token, to: token, amount: '1', minimum: '1' },
})

/** A view with an end of something on screen, opened by the page. */
async function shown(view: ViewName, transaction: Transaction) {
  const page = await connectedPage(scriptedWallet())
  const { dialog } = page
  await loadLaterMessages(dialog)
  keepTransaction(dialog, transaction)
  transactionsStore(dialog).setState({ transactions: [transaction] })
  void page.call('open', { id: 'a', view: 'Account' }).catch(() => {})
  await vi.waitFor(() => expect(uiStore(dialog).getState().open).toBe(true))
  flushSync(() => push(dialog, view))
  return page
}

const isKept = (dialog: Dialog) =>
  transactionsStore(dialog).getState().transactions.length > 0 || (readItem(dialog, 'transactions') ?? []).length > 0

const ways: readonly (readonly [string, (page: Page) => unknown])[] = [
  ['X, Escape or the overlay', ({ dialog }) => closeDialog(dialog)],
  ['the page’s close()', (page) => page.call('close', undefined as never)],
  ['another page', () => window.dispatchEvent(new Event('pagehide'))],
]

describe.each(ways)('an end that was on screen, gone by %s', (_, leave) => {
  test.each(['confirmed', 'failed', 'replaced', 'dropped'] as const)(
    'behavior: a transfer that was %s is not told again: the form is there',
    async (status) => {
      const page = await shown('WalletSend', sent(status))
      const host = drawView(page.dialog, <WalletSend />)
      await vi.waitFor(() => expect(host.querySelector('h2')).not.toBeNull())
      leave(page)
      await vi.waitFor(() => expect(isKept(page.dialog)).toBe(false))
      await vi.waitFor(() => expect(host.querySelector('input')).not.toBeNull())
    },
  )

  test('behavior: a transfer that goes on is told again', async () => {
    const page = await shown('WalletSend', sent('pending'))
    drawView(page.dialog, <WalletSend />)
    leave(page)
    closeDialog(page.dialog)
    await vi.waitFor(() => expect(uiStore(page.dialog).getState().opened).toBe(false))
    expect(isKept(page.dialog)).toBe(true)
  })

  test.each(['confirmed', 'failed'] as const)('behavior: an earlier swap that was %s, told in the form', async (status) => {
    const page = await shown('Swap', swapped(status))
    const host = drawView(page.dialog, <SwapNotes state={initialSwap} />)
    expect(host.textContent).toContain('Got it')
    leave(page)
    await vi.waitFor(() => expect(isKept(page.dialog)).toBe(false))
  })

  test('behavior: the end of a swap', async () => {
    const page = await shown('SwapPreview', swapped('dropped'))
    const review = { from: token, to: token, amount: 1n, minimum: 1n } as never
    swapStore(page.dialog).setState({ result: { status: 'dropped', hash }, review, text: '5' })
    drawView(page.dialog, <SwapResult result={{ status: 'dropped', hash }} review={review} />)
    leave(page)
    await vi.waitFor(() => expect(isKept(page.dialog)).toBe(false))
    const { result, text } = swapStore(page.dialog).getState()
    expect([result, text]).toEqual([undefined, ''])
  })
})

test('behavior: a transfer whose end is left by Back is not told again', async () => {
  const { dialog } = await shown('WalletSend', sent('confirmed'))
  drawView(dialog, <WalletSend />)
  back(dialog)
  await vi.waitFor(() => expect(isKept(dialog)).toBe(false))
})
