// @vitest-environment happy-dom
import { connect, createConfig, disconnect, getAccount, http, reconnect, switchChain } from '@wagmi/core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createProvider } from '../provider/createProvider.js'
import { createProviderRequests, type RequestsContext } from '../provider/providerRequests.js'
import { createStore, emptySnapshot, sessionOf } from '../store.js'
import { address, connectedSnapshot } from '../testing/snapshots.js'
import type { Modal } from '../types.js'
import { latchkeyConnector } from './latchkeyConnector.js'

const chain = (id: number) => ({
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
})

/** A modal around the real store and provider, whose person always agrees. */
function setup({ connected = false } = {}) {
  const store = createStore(false)
  let seq = 0
  const apply = (networkId: `eip155:${number}`) => store.apply(connectedSnapshot(++seq, { networkId }))
  if (connected) apply('eip155:1')
  const open = vi.fn(async () => {
    apply('eip155:1')
    return sessionOf(store.facts().snapshot, 'eip155')
  })
  const leave = async () => store.apply({ ...emptySnapshot, seq: ++seq })
  const context: RequestsContext = {
    store,
    fallbackNetwork: () => 'eip155:1',
    resumed: () => undefined,
    open,
    disconnect: leave,
    requestHost: async (_wallet, _network, { method, params }) => {
      if (method === 'wallet_switchEthereumChain') apply(`eip155:${Number((params as [{ chainId: string }])[0].chainId)}`)
      return null
    },
    requestDialog: async () => null,
  }
  const provider = createProvider({ ...context, request: createProviderRequests(context) })
  const modal = { provider: () => provider, disconnect: leave } as unknown as Modal
  const config = createConfig({
    chains: [chain(1), chain(10)],
    transports: { 1: http(), 10: http() },
    connectors: [latchkeyConnector(modal)],
    multiInjectedProviderDiscovery: false,
  })
  const [connector] = config.connectors
  if (!connector) throw new Error('no connector')
  return { apply, open, config, connector, leave }
}

afterEach(() => localStorage.clear())

describe('latchkeyConnector', () => {
  test('behavior: connects by the dialog, switches, and disconnects', async () => {
    const { config, connector, open } = setup()
    expect(connector).toMatchObject({ id: 'org.latchkey', rdns: 'org.latchkey', type: 'injected' })
    expect(await connect(config, { connector })).toMatchObject({ chainId: 1, accounts: [address] })
    expect(open).toHaveBeenCalledTimes(1)
    expect(await switchChain(config, { chainId: 10 })).toMatchObject({ id: 10 })
    expect(getAccount(config)).toMatchObject({ status: 'connected', chainId: 10 })
    await disconnect(config)
    expect(getAccount(config).status).toBe('disconnected')
  })

  test('behavior: reconnects without opening anything, and only when there is something to reconnect', async () => {
    const connected = setup({ connected: true })
    await reconnect(connected.config)
    expect(getAccount(connected.config)).toMatchObject({ status: 'connected', address })
    expect(connected.open).not.toHaveBeenCalled()
    const disconnected = setup()
    expect(await disconnected.connector.isAuthorized()).toBe(false)
  })

  test('behavior: follows what happens elsewhere', async () => {
    const { config, connector, apply, leave } = setup()
    await connect(config, { connector, chainId: 10 })
    expect(getAccount(config).chainId).toBe(10)
    apply('eip155:1')
    expect(getAccount(config).chainId).toBe(1)
    await leave()
    expect(getAccount(config).status).toBe('disconnected')
  })

  test('error: a chain that wagmi does not know is refused', async () => {
    const { config, connector } = setup()
    await connect(config, { connector })
    await expect(connector.switchChain?.({ chainId: 5 })).rejects.toThrow('Chain 5')
  })
})
