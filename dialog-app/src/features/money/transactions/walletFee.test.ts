// @vitest-environment happy-dom
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { destroy } from '../../../lib/lifetime.js'
import { portfolioStore, type Token } from '../../../state/portfolio.js'
import { reviewStore, sendStore } from '../../../state/send.js'
import { dispatchSession } from '../../../state/sessionReducer.js'
import { currentView } from '../../../state/view.js'
import { evmNode } from '../../../testing/evmNode.js'
import { connectedPage } from '../../../testing/fakePage.js'
import { scriptedFrame } from '../../../testing/scriptedFrame.js'
import { address, otherAddress, scriptedWallet } from '../../../testing/scriptedWallet.js'
import { createEmbeddedWallet } from '../../../wallets/embedded/index.js'
import { provideWallet } from '../../../wallets/registry.js'
import { clearDraft, draftToken, setMax, setReceiver, watchDraft } from '../send/draft.js'
import { showReview } from '../send/review.js'
import { shownAmount } from '../send/sendAmount.js'

/* Who pays the fee of a smart account: the wallet says it, the form and the review tell it. */

const chain = 'eip155:31337'
const hex = (value: bigint | number) => `0x${value.toString(16)}`
const balance = 10n ** 18n
const ether: Token = {
  ...{ id: chain, networkId: chain, name: 'Ether', symbol: 'ETH', decimals: 18 },
  ...{ amount: balance, icon: '', listed: true },
}

beforeEach(() => {
  localStorage.clear()
  const node = evmNode(address)
  Object.assign(node.results, {
    eth_getBlockByNumber: () => ({ number: '0x2', timestamp: '0x10', baseFeePerGas: hex(1_000_000_000) }),
    eth_maxPriorityFeePerGas: () => hex(100_000_000),
    eth_estimateGas: () => hex(21_000),
    eth_getCode: () => '0x',
    eth_getBalance: () => hex(balance),
  })
  vi.stubGlobal('fetch', node.fetch)
})

/** The form of a smart account, whose wallet answers as it is told to. */
async function form(estimateFee: unknown) {
  const { dialog, call } = await connectedPage(scriptedWallet())
  onTestFinished(() => destroy(dialog))
  const { frame, asked } = scriptedFrame({ estimateFee })
  const nothing = () => undefined
  const wallet = createEmbeddedWallet({
    ...{ frame, networks: () => [], name: () => 'Email', target: () => ({}), forget: nothing, onNotAllowed: nothing },
  })
  provideWallet(dialog, 'embedded', () => wallet)
  const accounts = [{ namespace: 'eip155', address, type: 'smartAccount' }] as const
  dispatchSession(dialog, { type: 'connected', namespace: 'eip155', wallet: wallet.info, accounts, networkId: chain })
  void call('open', { id: 'a', view: 'WalletSend' })
  await vi.waitFor(() => expect(currentView(dialog)).toBe('WalletSend'), 20_000)
  portfolioStore(dialog).setState({ status: 'ready', tokens: [ether], at: Date.now() })
  clearDraft(dialog)
  onTestFinished(watchDraft(dialog))
  setMax(dialog)
  setReceiver(dialog, otherAddress, { now: true })
  await vi.waitFor(() => expect(sendStore(dialog).getState().recipient.status).toBe('known'), 20_000)
  const shown = () => shownAmount(sendStore(dialog).getState(), draftToken(dialog))
  const review = async () => {
    await showReview(dialog)
    return reviewStore(dialog).getState().review
  }
  return { dialog, asked, shown, review }
}

describe('walletFee', () => {
  test('behavior: where the operator pays, Max keeps nothing back, and the review shows no fee', async () => {
    const { shown, review, asked } = await form({ fee: '0x0', isSponsored: true })
    await vi.waitFor(() => expect(shown()).toBe('1'), 20_000)
    expect(await review()).toMatchObject({ amount: balance, cost: { fee: 0n, highest: 0n, isSponsored: true } })
    // The wallet was asked about the very transfer that is sent.
    expect(asked('estimateFee').at(-1)).toMatchObject({ chainId: chain, calls: [{ to: otherAddress, value: hex(balance) }] })
  })

  test('behavior: a paymaster that does not pay for this transfer: the fee of the wallet is shown, and Max leaves it', async () => {
    const fee = 10n ** 17n
    const isProbe = (params: { calls: readonly { value: string }[] }) => params.calls[0]?.value === '0x0'
    const { shown, review } = await form((params: never) =>
      isProbe(params) ? { fee: '0x0', isSponsored: true } : { fee: hex(fee), isSponsored: false },
    )
    await vi.waitFor(() => expect(shown()).toBe('1'), 20_000)
    expect(await review()).toMatchObject({ amount: balance - fee, cost: { fee, highest: fee, isSponsored: false } })
  })

  test.each([
    ['fails', () => Promise.reject(new Error('The bundler is gone'))],
    ['has a key of its own', null],
  ])('error: a wallet that %s says nothing: nobody claims that the fee is paid', async (_, answer) => {
    const { shown, review } = await form(answer)
    const made = await review()
    expect(made?.cost.isSponsored).toBeUndefined()
    expect(made?.cost.fee).toBeGreaterThan(0n)
    expect(Number(shown())).toBeLessThan(1)
  })
})
