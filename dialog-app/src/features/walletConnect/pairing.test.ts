// @vitest-environment happy-dom

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { networksStore } from '../../state/networks.js'
import { startPage, stubServices } from '../../testing/fakePage.js'
import { createWalletConnect } from '../../wallets/walletConnect/index.js'
import { setMobileWallet } from './mobileWallet.js'
import { retryPairing } from './pairing.js'

type Options = Parameters<typeof createWalletConnect>[1]

beforeEach(() => {
  localStorage.clear()
  stubServices()
})

describe('retryPairing', () => {
  test('behavior: the page sees that it goes on connecting with another code', async () => {
    const page = await startPage()
    const { dialog } = page
    const given: string[] = []
    // A code that nobody takes.
    const call = (name: string, _params: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => {
        given.push(name)
        signal.addEventListener('abort', () => reject(signal.reason.message))
      })
    const relay = { get: () => ({ state: 'idle' }), subscribe: () => () => {} }
    const channel = { call, relay, subscribe: () => () => {} }
    const networks = () => networksStore(dialog).getState().networks
    setMobileWallet(dialog, createWalletConnect(dialog, { channel, networks } as unknown as Options))
    void page.call('open', { id: 'a', view: 'ConnectingWalletConnectBasic' })
    await vi.waitFor(() => expect(given).toEqual(['propose']))
    expect(page.state()).toMatchObject({ status: 'connecting', loading: { eip155: true } })
    retryPairing(dialog)
    await vi.waitFor(() => expect(given).toEqual(['propose', 'propose']))
    expect(page.state()).toMatchObject({ status: 'connecting', loading: { eip155: true } })
    await page.call('close', undefined)
    await vi.waitFor(() => expect(page.state()).toMatchObject({ status: 'disconnected', loading: {} }))
  })
})
