// @vitest-environment happy-dom
import { emptySnapshot, solanaMainnet } from '@latchkey/protocol'
import { ResourceUnavailableRpcError, SwitchChainError, UserRejectedRequestError } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as wagmi from 'wagmi'
import * as actions from 'wagmi/actions'
import * as wagmi2 from 'wagmi-core-2'
import { ModalError } from '../modalError.js'
import { createProvider } from '../provider/createProvider.js'
import { createProviderRequests, type RequestsContext } from '../provider/providerRequests.js'
import { registry } from '../registry.js'
import { createStore, sessionOf } from '../store.js'
import { address, connectedSnapshot } from '../testing/snapshots.js'
import type { Modal, SiweConfig } from '../types.js'
import { latchkeyConnector } from './latchkeyConnector.js'
import { wagmiNetworks } from './wagmiNetworks.js'

const { connect, disconnect, getAccount, reconnect, switchChain } = actions

const chain = (id: number) => ({
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
})

type Call = { readonly method: string; readonly params?: unknown }

/**
 * A modal around the real store and provider, whose user always agrees.
 *
 * @param answer throws in the wallet's place, where it does not agree
 */
function setup({ connected = false, answer = (_call: Call) => {} } = {}) {
  const store = createStore(false)
  let seq = 0
  const apply = (networkId: `eip155:${number}`) => store.apply(connectedSnapshot(++seq, { networkId }))
  if (connected) apply('eip155:1')
  const open = vi.fn(async () => {
    answer({ method: 'open' })
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
      answer({ method, params })
      if (method === 'wallet_switchEthereumChain') apply(`eip155:${Number((params as [{ chainId: string }])[0].chainId)}`)
      return null
    },
    requestDialog: async () => null,
  }
  const provider = createProvider({ ...context, request: createProviderRequests(context) })
  const modal = { provider: () => provider, disconnect: leave } as unknown as Modal
  const config = wagmi.createConfig({
    chains: [chain(1), chain(10)],
    transports: { 1: wagmi.http(), 10: wagmi.http() },
    connectors: [latchkeyConnector(modal)],
    multiInjectedProviderDiscovery: false,
  })
  const [connector] = config.connectors
  if (!connector) throw new Error('no connector')
  return { apply, open, config, connector, leave, modal }
}

afterEach(() => {
  for (const modal of [...registry().instances.values()]) modal.destroy?.()
  registry().instances.clear()
  localStorage.clear()
})

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

  test('behavior: a wallet that does not know a chain is asked to add it, and then switches', async () => {
    const calls: Call[] = []
    const { config, connector } = setup({
      answer(call) {
        calls.push(call)
        const known = calls.some(({ method }) => method === 'wallet_addEthereumChain')
        if (call.method === 'wallet_switchEthereumChain' && !known) throw new ModalError(4902, 'Unknown chain')
      },
    })
    await connect(config, { connector })
    await switchChain(config, { chainId: 10, addEthereumChainParameter: { iconUrls: ['https://icons.example/10.svg'] } })
    expect(getAccount(config).chainId).toBe(10)
    expect(calls.map(({ method }) => method).slice(1)).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_switchEthereumChain',
    ])
    expect(calls[2]?.params).toEqual([
      {
        chainId: '0xa',
        chainName: 'Chain 10',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: ['http://127.0.0.1:1'],
        iconUrls: ['https://icons.example/10.svg'],
      },
    ])
  })

  test('behavior: the wallet moves to a chain that wagmi does not know: wagmi is told, and has no chain for it', async () => {
    const { config, connector, apply } = setup()
    await connect(config, { connector })
    apply('eip155:5')
    expect(getAccount(config)).toMatchObject({ status: 'connected', chainId: 5, chain: undefined })
  })

  test('behavior: on EVM the modal has wagmi’s chains and no others; those of other chain families stay the page’s', () => {
    const chains = [chain(1), chain(10)]
    const own = ['eip155:5', 137, chain(8453), solanaMainnet, 'cosmos:cosmoshub-4'] as const
    expect(wagmiNetworks(chains, own)).toEqual([...chains, solanaMainnet, 'cosmos:cosmoshub-4'])
    expect(wagmiNetworks(chains)).toEqual(chains)
  })

  test('error: a chain that wagmi does not know is refused as wagmi refuses it', async () => {
    const { config, connector } = setup()
    await connect(config, { connector })
    const error = await connector.switchChain?.({ chainId: 5 }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(SwitchChainError)
    expect((error as SwitchChainError).cause).toBeInstanceOf(wagmi.ChainNotConfiguredError)
  })

  const refusals = { method: 'wallet_switchEthereumChain', code: 4001 }
  test.each([
    ['the user refuses to connect', { method: 'open', code: 4001 }, UserRejectedRequestError],
    ['the wallet is busy', { method: 'open', code: -32002 }, ResourceUnavailableRpcError],
    ['the user refuses to switch while connecting', refusals, UserRejectedRequestError],
  ])('error: %s: connect rejects with viem’s class', async (_what, { method, code }, expected) => {
    const { config, connector } = setup({
      answer(call) {
        if (call.method === method) throw new ModalError(code, 'No')
      },
    })
    await expect(connect(config, { connector, chainId: 10 })).rejects.toBeInstanceOf(expected)
  })

  test.each([
    ['the user refuses', { switchCode: 4001, addCode: 0 }, UserRejectedRequestError],
    ['the wallet fails', { switchCode: -32603, addCode: 0 }, SwitchChainError],
    ['the user refuses to add the chain', { switchCode: 4902, addCode: 4001 }, UserRejectedRequestError],
    ['the wallet cannot add a chain', { switchCode: 4902, addCode: 4200 }, SwitchChainError],
  ])('error: %s: switchChain rejects with viem’s class', async (_what, { switchCode, addCode }, expected) => {
    const { config, connector } = setup({
      answer({ method }) {
        if (method === 'wallet_switchEthereumChain') throw new ModalError(switchCode, 'No')
        if (method === 'wallet_addEthereumChain') throw new ModalError(addCode, 'No')
      },
    })
    await connect(config, { connector })
    await expect(switchChain(config, { chainId: 10 })).rejects.toBeInstanceOf(expected)
    expect(getAccount(config)).toMatchObject({ status: 'connected', chainId: 1 })
  })

  test('error: a wallet that cannot switch is connected all the same, on the chain that it is on', async () => {
    const { config, connector } = setup({
      answer({ method }) {
        if (method === 'wallet_switchEthereumChain') throw new ModalError(4200, 'No')
      },
    })
    expect(await connect(config, { connector, chainId: 10 })).toMatchObject({ chainId: 1 })
  })

  const announcing = { projectId: 'shop', dialogUrl: 'https://dialog.example', preload: 'none', networks: [solanaMainnet] } as const
  const transports = { 1: wagmi.http() }
  test.each([
    ['3', () => wagmi.createConfig({ chains: [chain(1)], transports, connectors: [latchkeyConnector(announcing)] })],
    [
      '2',
      () =>
        wagmi2.createConfig({
          chains: [chain(1)],
          transports: { 1: wagmi2.http() },
          // Here it has the types of wagmi 3.
          connectors: [latchkeyConnector(announcing) as unknown as wagmi2.CreateConnectorFn],
        }),
    ],
  ])('behavior: wagmi %s lists it once, though it announces itself; Solana’s libraries find its wallet, too', async (_version, create) => {
    const found: string[] = []
    const register = (wallet: { readonly name: string }) => found.push(wallet.name)
    const onRegister = (event: Event) => (event as CustomEvent<(api: object) => void>).detail({ register })
    const announced = vi.fn()
    addEventListener('wallet-standard:register-wallet', onRegister)
    addEventListener('eip6963:announceProvider', announced)
    const config = create()
    await vi.waitFor(() => expect(announced).toHaveBeenCalled())
    removeEventListener('wallet-standard:register-wallet', onRegister)
    removeEventListener('eip6963:announceProvider', announced)
    expect(found).toEqual(['Latchkey'])
    expect(config.connectors.map(({ id }) => id)).toEqual(['org.latchkey'])
  })

  test('error: what could not be loaded is loaded again by the next call, which hears of the wallet from then on', async () => {
    const { modal, apply } = setup()
    registry().instances.set('shop https://dialog.example', modal)
    const siweConfig = {} as SiweConfig
    const source: { projectId: string; dialogUrl: string; siwx?: object; siweConfig: SiweConfig } = {
      projectId: 'shop',
      dialogUrl: 'https://dialog.example',
      siwx: {},
      siweConfig,
    }
    const config = wagmi.createConfig({
      chains: [chain(1), chain(10)],
      transports: { 1: wagmi.http(), 10: wagmi.http() },
      connectors: [latchkeyConnector(source)],
      multiInjectedProviderDiscovery: false,
    })
    const [connector] = config.connectors
    if (!connector) throw new Error('no connector')
    await expect(connect(config, { connector })).rejects.toMatchObject({ code: -32602 })
    delete source.siwx
    expect(await connect(config, { connector })).toMatchObject({ chainId: 1, accounts: [address] })
    apply('eip155:10')
    expect(getAccount(config).chainId).toBe(10)
  })

  test.each([
    ['options', () => ({ projectId: 'shop', dialogUrl: 'https://dialog.example' })],
    ['a modal', (modal: Modal) => modal],
  ])('behavior: given %s, it means the modal that took the place of a destroyed one, and brings none back', async (_what, sourceOf) => {
    const [old, next] = [setup(), setup({ connected: true })]
    const { instances } = registry()
    instances.set('shop https://dialog.example', old.modal)
    const config = wagmi.createConfig({
      chains: [chain(1), chain(10)],
      transports: { 1: wagmi.http(), 10: wagmi.http() },
      connectors: [latchkeyConnector(sourceOf(old.modal))],
      multiInjectedProviderDiscovery: false,
    })
    const [connector] = config.connectors
    if (!connector) throw new Error('no connector')
    expect(await connector.isAuthorized()).toBe(false)
    instances.clear()
    expect([await connector.isAuthorized(), instances.size]).toEqual([false, 0])
    instances.set('shop https://dialog.example', next.modal)
    await reconnect(config)
    expect(getAccount(config)).toMatchObject({ status: 'connected', address, chainId: 1 })
    next.apply('eip155:10')
    // The old one has nothing to say any more.
    old.apply('eip155:1')
    expect(getAccount(config).chainId).toBe(10)
  })

  test('behavior: wagmi 2 uses it alike', async () => {
    const modal = setup()
    const config = wagmi2.createConfig({
      chains: [chain(1), chain(10)],
      transports: { 1: wagmi2.http(), 10: wagmi2.http() },
      // Here the connector has the types of wagmi 3; in a project with wagmi 2 those of its own, which its tests compile.
      connectors: [latchkeyConnector(modal.modal) as unknown as wagmi2.CreateConnectorFn],
      multiInjectedProviderDiscovery: false,
    })
    const [connector] = config.connectors
    if (!connector) throw new Error('no connector')
    expect(await wagmi2.connect(config, { connector })).toMatchObject({ chainId: 1, accounts: [address] })
    expect(await wagmi2.switchChain(config, { chainId: 10 })).toMatchObject({ id: 10 })
    expect(wagmi2.getAccount(config)).toMatchObject({ status: 'connected', chainId: 10 })
    modal.apply('eip155:5')
    expect(wagmi2.getAccount(config)).toMatchObject({ status: 'connected', chainId: 5, chain: undefined })
    await wagmi2.disconnect(config)
    expect(wagmi2.getAccount(config).status).toBe('disconnected')
  })
})
