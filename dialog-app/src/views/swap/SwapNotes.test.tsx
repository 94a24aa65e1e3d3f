// @vitest-environment happy-dom
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadLaterMessages } from '../../lib/i18n.js'
import { DialogContext } from '../../lib/useDialog.js'
import { swapStore } from '../../state/swap.js'
import { transactionsStore } from '../../state/transactions.js'
import { connectedPage, stubServices } from '../../testing/fakePage.js'
import { address, scriptedWallet } from '../../testing/scriptedWallet.js'
import { SwapNotes } from './SwapNotes.js'

const lost = vi.hoisted(() => ({ now: true }))
vi.mock('./Crossing.js', () => {
  if (lost.now) throw new Error('Failed to fetch dynamically imported module')
  return { CrossingNote: () => <p>USDC is on its way</p> }
})

test('error: the form says that the part which tells of an arrival did not load, and it is fetched again', async () => {
  stubServices()
  const { dialog } = await connectedPage(scriptedWallet())
  await loadLaterMessages(dialog)
  const token = { symbol: 'USDC', decimals: 6, address: `0x${'c1'.repeat(20)}` }
  transactionsStore(dialog).setState({
    transactions: [
      {
        ...{ id: 'a', purpose: 'swap', namespace: 'eip155', networkId: 'eip155:31337', from: address.toLowerCase() },
        ...{ status: 'confirmed', at: 0, hash: `0x${'1'.repeat(64)}`, calls: [] },
        about: { step: 'swap', from: token, to: { ...token, networkId: 'eip155:31338' }, amount: '1', minimum: '1' },
      },
    ],
  })
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  onTestFinished(() => {
    root.unmount()
    element.remove()
  })
  flushSync(() =>
    root.render(
      <DialogContext.Provider value={dialog}>
        <SwapNotes state={swapStore(dialog).getState()} />
      </DialogContext.Provider>,
    ),
  )
  await vi.waitFor(() => expect(element.textContent).toContain('Couldn’t load this part'), 5_000)
  lost.now = false
  element.querySelector('button')?.click()
  await vi.waitFor(() => expect(element.textContent).toBe('USDC is on its way'), 5_000)
})
