// @vitest-environment happy-dom

import { codes, type NamespaceId, type Resume, RpcError } from '@latchkey/protocol'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { networksStore } from '../../state/networks.js'
import { startPage, stubServices } from '../../testing/fakePage.js'
import { address, deferred } from '../../testing/scriptedWallet.js'
import { createWalletConnect, type WalletConnect } from '../../wallets/walletConnect/index.js'
import { setMobileWallet } from './mobileWallet.js'
import { resumeMobile } from './resumeMobile.js'

type Options = Parameters<typeof createWalletConnect>[1]

const record = { walletId: 'walletConnect', kind: 'walletConnect', networkId: 'eip155:31337' } as const
const session = {
  topic: 'topic',
  namespaces: { eip155: { accounts: [`eip155:31337:${address}`], methods: ['personal_sign'], events: [] } },
  peer: { metadata: { name: 'Meadow' } },
}

/** A page that remembers a wallet on another device, and its way to the client: what that knows, and what it was asked to end. */
async function rememberingPage(sessions: () => unknown) {
  const resume = JSON.stringify({ v: 1, active: 'eip155', connections: { eip155: record }, recent: [] } satisfies Resume)
  const page = await startPage({ resume, options: { enableReconnect: false } })
  const { dialog } = page
  const ended: unknown[] = []
  const channel = {
    call: async (name: string, params: unknown) => (name === 'sessions' ? sessions() : ended.push({ name, params })),
    subscribe: () => () => {},
    relay: { get: () => ({ state: 'idle' }), subscribe: () => () => {} },
  }
  const networks = () => networksStore(dialog).getState().networks
  const wallet: WalletConnect = createWalletConnect(dialog, { channel, networks } as unknown as Options)
  setMobileWallet(dialog, wallet)
  const again = (namespace: NamespaceId = 'eip155') => resumeMobile(dialog, namespace).catch((error: unknown) => error)
  return { page, again, ended, remembered: () => page.stores.records.getState().connections.eip155 }
}

beforeEach(() => {
  localStorage.clear()
  stubServices()
})

describe('resumeMobile', () => {
  test('behavior: the session of the last visit is back', async () => {
    const { again } = await rememberingPage(() => [session])
    expect(await again()).toMatchObject({ connection: { networkId: 'eip155:31337', accounts: [{ address }] } })
  })

  test('behavior: a session that is over is forgotten', async () => {
    const { again, remembered } = await rememberingPage(() => [])
    expect(await again()).toMatchObject({ code: codes.resourceNotFound })
    expect(remembered()).toBeUndefined()
  })

  test('error: while the client cannot be started the session stays remembered, and is back later', async () => {
    let sessions = (): readonly unknown[] => {
      throw new RpcError(codes.internal, 'Failed to fetch dynamically imported module')
    }
    const { again, remembered } = await rememberingPage(() => sessions())
    expect(await again()).toMatchObject({ code: codes.internal })
    expect(remembered()).toMatchObject(record)
    sessions = () => [session]
    expect(await again()).toMatchObject({ connection: { accounts: [{ address }] } })
  })

  test('behavior: the wallet hears of a disconnect that came while its session was brought back', async () => {
    const sessions = deferred<unknown>()
    const { page, again, ended } = await rememberingPage(() => sessions.promise)
    const resumed = again()
    await page.call('disconnect', {})
    sessions.resolve([session])
    expect(await resumed).toMatchObject({ code: codes.resourceNotFound })
    await vi.waitFor(() => expect(ended).toEqual([{ name: 'end', params: { topic: 'topic' } }]))
  })
})
