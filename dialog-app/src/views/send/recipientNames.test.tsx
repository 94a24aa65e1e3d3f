// @vitest-environment happy-dom
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { setReceiver } from '../../features/money/send/draft.js'
import { addRecent } from '../../features/money/send/recentRecipients.js'
import { showReview } from '../../features/money/send/review.js'
import { push } from '../../features/navigator/view.js'
import { loadLaterMessages } from '../../lib/i18n.js'
import { destroy } from '../../lib/lifetime.js'
import { DialogContext } from '../../lib/useDialog.js'
import { portfolioStore } from '../../state/portfolio.js'
import { sendStore } from '../../state/send.js'
import { uiStore } from '../../state/ui.js'
import { evmNode } from '../../testing/evmNode.js'
import { connectedPage } from '../../testing/fakePage.js'
import { address, otherAddress, scriptedWallet } from '../../testing/scriptedWallet.js'
import { WalletSendPreview } from '../WalletSendPreview.js'
import { ReceiverField } from './ReceiverField.js'
import { ReceiverRows } from './ReceiverRows.js'

/* Public names beside the addresses that one sends to: those of now, and no others. */

const chain = 'eip155:31337'
const stranger = `0x${'5c'.repeat(20)}`
let names: Readonly<Record<string, string>> = {}
/** Code of the chain family is fetched first. */
const wait = { interval: 5, timeout: 20_000 }

beforeEach(() => {
  localStorage.clear()
  names = {}
  const node = evmNode(address)
  Object.assign(node.results, {
    eth_getBlockByNumber: () => ({ number: '0x2', timestamp: '0x10', baseFeePerGas: '0x1' }),
    eth_maxPriorityFeePerGas: () => '0x1',
    eth_estimateGas: () => '0x5208',
    eth_getCode: () => '0x',
  })
  vi.stubGlobal('fetch', async (input: URL | string, init?: RequestInit) => {
    const [, of] = /\/v1\/identity\/(.+)$/.exec(new URL(input).pathname) ?? []
    if (!of) return node.fetch(input, init)
    return Response.json({ name: names[of.toLowerCase()] ?? null, avatar: null, resolvedAt: '2026-01-01T00:00:00Z' })
  })
})

/** A part of the view, drawn for a connected account. */
async function draw(part: ReactNode) {
  const { dialog } = await connectedPage(scriptedWallet())
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  onTestFinished(() => {
    flushSync(() => root.unmount())
    host.remove()
    destroy(dialog)
  })
  await loadLaterMessages(dialog)
  uiStore(dialog).setState({ open: true })
  push(dialog, 'Account')
  push(dialog, 'WalletSend')
  const ether = {
    id: chain,
    networkId: chain,
    name: 'Ether',
    symbol: 'ETH',
    amount: 10n ** 18n,
    decimals: 18,
    icon: '',
    listed: true,
  } as const
  portfolioStore(dialog).setState({ status: 'ready', tokens: [ether], at: Date.now() })
  const show = () => flushSync(() => root.render(<DialogContext.Provider value={dialog}>{part}</DialogContext.Provider>))
  return { dialog, host, show }
}

describe('whom one has sent to', () => {
  test('behavior: has the name that it has now, whatever it was sent to by', async () => {
    names = { [otherAddress.toLowerCase()]: 'bea.wallet.test' }
    const { dialog, host, show } = await draw(<ReceiverRows />)
    addRecent(dialog, 'eip155', { address: otherAddress })
    show()
    await vi.waitFor(() => expect(host.textContent).toContain('bea.wallet.test'), wait)
  })

  test('error: a name that has ended, or is somebody else’s by now, is not shown', async () => {
    names = { [otherAddress.toLowerCase()]: 'bea.wallet.test' }
    const { dialog, host, show } = await draw(<ReceiverRows />)
    addRecent(dialog, 'eip155', { address: otherAddress })
    addRecent(dialog, 'eip155', { address: stranger, name: 'olu.wallet.test' })
    show()
    // Everybody has been asked for.
    await vi.waitFor(() => expect(host.textContent).toContain('bea.wallet.test'), wait)
    expect(host.textContent).toContain('0x5c5c')
    expect(host.textContent).not.toContain('olu.wallet.test')
  })
})

describe('an address that is written', () => {
  test('behavior: has its name beside it, in the form and in the review', async () => {
    names = { [stranger]: 'sol.wallet.test' }
    const { dialog, host, show } = await draw(
      <>
        <ReceiverField camera={false} />
        <WalletSendPreview />
      </>,
    )
    sendStore(dialog).setState({ amount: '0.5' })
    setReceiver(dialog, stranger, { now: true })
    await vi.waitFor(() => expect(sendStore(dialog).getState().recipient.status).toBe('known'), wait)
    show()
    await vi.waitFor(() => expect(host.querySelector('.receiver')?.textContent).toContain('sol.wallet.test'), wait)
    await showReview(dialog)
    show()
    const recipient = () => host.querySelector('[data-recipient]')?.parentElement?.textContent
    await vi.waitFor(() => expect(recipient()).toContain('sol.wallet.test'), wait)
    expect(recipient()?.toLowerCase()).toContain(stranger)
  })
})
