import { emptySnapshot } from '@latchkey/protocol'
import { describe, expect, test, vi } from 'vitest'
import { createStore, sessionOf } from '../store.js'
import { address, connectedSnapshot } from '../testing/snapshots.js'
import { createProvider } from './createProvider.js'
import { createProviderRequests, type RequestsContext } from './providerRequests.js'

function setup(change: Partial<RequestsContext> = {}) {
  const store = createStore(false)
  const context = {
    store,
    fallbackNetwork: () => 'eip155:137' as const,
    resumed: () => undefined,
    open: vi.fn(async () => {
      store.apply(connectedSnapshot(1))
      return sessionOf(connectedSnapshot(1), 'eip155')
    }),
    disconnect: vi.fn(async () => store.apply({ ...emptySnapshot, seq: 99 })),
    requestHost: vi.fn(async (): Promise<unknown> => 'from the wallet'),
    requestDialog: vi.fn(async (): Promise<unknown> => 'from the dialog'),
    ...change,
  } satisfies RequestsContext
  const provider = createProvider({ ...context, request: createProviderRequests(context) })
  const seen: unknown[] = []
  for (const event of ['connect', 'chainChanged', 'accountsChanged', 'disconnect'])
    provider.on(event, (value) => seen.push([event, value instanceof Error ? (value as Error & { code: number }).code : value]))
  return {
    ...context,
    provider,
    seen,
    request: (method: string, params?: unknown) => provider.request(params ? { method, params } : { method }),
  }
}

describe('createProvider', () => {
  test('behavior: disconnected, accounts are empty at once and the chain is the default one', async () => {
    const { request, requestDialog } = setup()
    expect(await request('eth_accounts')).toEqual([])
    expect(await request('eth_chainId')).toBe('0x89')
    expect(await request('wallet_getPermissions')).toEqual([])
    expect(requestDialog).not.toHaveBeenCalled()
  })

  test('error: disconnected, what needs a user is 4100', async () => {
    const { request, open } = setup()
    for (const method of ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4', 'wallet_sendCalls', 'wallet_switchEthereumChain'])
      await expect(request(method, [])).rejects.toMatchObject({
        name: 'ModalError',
        code: 4100,
        message: 'Not connected: call open() or eth_requestAccounts first',
      })
    expect(open).not.toHaveBeenCalled()
  })

  test('behavior: disconnected, reads go to the gateway of the network the page believes in', async () => {
    const { request, requestDialog } = setup()
    expect(await request('eth_call', [{}])).toBe('from the dialog')
    expect(requestDialog).toHaveBeenCalledWith('eip155:137', { method: 'eth_call', params: [{}] })
  })

  test('behavior: knowing no network yet, the chain is mainnet and reads name none, so the dialog asks on the one it selected', async () => {
    const { request, requestDialog } = setup({ fallbackNetwork: () => undefined })
    expect(await request('eth_chainId')).toBe('0x1')
    await request('eth_blockNumber')
    expect(requestDialog).toHaveBeenCalledWith(null, { method: 'eth_blockNumber' })
  })

  test('behavior: everybody who asks for accounts shares one opening', async () => {
    const session = sessionOf(connectedSnapshot(1), 'eip155')
    let answer = (_session: typeof session) => {}
    const open = vi.fn(
      () =>
        new Promise<typeof session>((resolve) => {
          answer = resolve
        }),
    )
    const { request, store } = setup({ open })
    const both = Promise.all([request('eth_requestAccounts'), request('wallet_requestPermissions', [{}])])
    await vi.waitFor(() => expect(open).toHaveBeenCalled())
    answer(session)
    expect(await both).toEqual([
      [address],
      [{ parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: [address] }] }],
    ])
    store.apply(connectedSnapshot(1))
    expect(await request('eth_requestAccounts')).toEqual([address])
    expect(open).toHaveBeenCalledTimes(1)
  })

  test('error: a close is 4001, a failure is what it is, and both can be tried again', async () => {
    const open = vi.fn<RequestsContext['open']>().mockResolvedValueOnce(null).mockRejectedValueOnce({ code: 4900 })
    const { request } = setup({ open })
    await expect(request('eth_requestAccounts')).rejects.toMatchObject({ code: 4001 })
    await expect(request('eth_requestAccounts')).rejects.toMatchObject({ code: 4900 })
    open.mockResolvedValueOnce(sessionOf(connectedSnapshot(1), 'eip155'))
    expect(await request('eth_requestAccounts')).toEqual([address])
  })

  test('behavior: eth_chainId never waits for a session that is being resumed, eth_accounts does', async () => {
    let done = () => {}
    const resumed = new Promise<void>((resolve) => {
      done = resolve
    })
    const { request, store } = setup({ resumed: () => resumed })
    const accounts = request('eth_accounts')
    expect(await request('eth_chainId')).toBe('0x89')
    store.apply(connectedSnapshot(1))
    done()
    expect(await accounts).toEqual([address])
  })

  test('behavior: connected, a wallet of the page gets the request and one of the dialog over the Bridge', async () => {
    const { request, store, requestHost, requestDialog } = setup()
    store.apply(connectedSnapshot(1))
    expect(await request('personal_sign', ['0x', address])).toBe('from the wallet')
    expect(requestHost).toHaveBeenCalledWith('a.wallet', 'eip155:1', { method: 'personal_sign', params: ['0x', address] })
    store.apply({ ...connectedSnapshot(2), wallets: { eip155: { id: 'wc', name: 'W', kind: 'walletConnect' } } })
    expect(await request('personal_sign', ['0x', address])).toBe('from the dialog')
    expect(requestDialog).toHaveBeenCalledTimes(1)
  })

  test('error: what a wallet throws arrives as it is', async () => {
    const thrown = Object.freeze({ code: 4902, message: 'Unrecognized chain', data: { deep: 1 } })
    const { request, store } = setup({ requestHost: () => Promise.reject(thrown) })
    store.apply(connectedSnapshot(1))
    await expect(request('wallet_switchEthereumChain', [{}])).rejects.toBe(thrown)
  })

  test('error: a subscription is 4200 for every wallet, connected or not: its messages would reach nobody', async () => {
    const { request, store, requestHost, requestDialog } = setup()
    const refuseBoth = async () => {
      for (const [method, params] of [
        ['eth_subscribe', ['newHeads']],
        ['eth_unsubscribe', ['0x1']],
      ] as const)
        await expect(request(method, params)).rejects.toMatchObject({
          name: 'ModalError',
          code: 4200,
          message: `The provider does not support ${method}`,
          data: { method, namespace: 'eip155' },
        })
    }
    await refuseBoth()
    store.apply(connectedSnapshot(1))
    await refuseBoth()
    expect(requestHost).not.toHaveBeenCalled()
    expect(requestDialog).not.toHaveBeenCalled()
  })

  test('behavior: events follow the snapshot, each once, in an order that never contradicts the state', async () => {
    const { store, seen, request } = setup()
    store.apply(connectedSnapshot(1))
    store.apply(connectedSnapshot(2))
    store.apply(connectedSnapshot(3, { networkId: 'eip155:10' }))
    expect(await request('wallet_revokePermissions', [{ eth_accounts: {} }])).toBeNull()
    expect(seen).toEqual([
      ['connect', { chainId: '0x1' }],
      ['accountsChanged', [address]],
      ['chainChanged', '0xa'],
      ['chainChanged', '0x89'],
      ['accountsChanged', []],
      ['disconnect', 4900],
    ])
  })

  test('behavior: wallet_disconnect ends the connection for every kind of wallet, an extension that does not know it included', async () => {
    const { store, request, disconnect, requestHost } = setup()
    store.apply(connectedSnapshot(1))
    expect(await request('wallet_disconnect', [{ version: '1' }])).toBeNull()
    expect(disconnect).toHaveBeenCalledExactlyOnceWith('eip155')
    expect(requestHost).not.toHaveBeenCalled()
  })

  test('behavior: a page that was told another chain before hears the one that a connection is on', async () => {
    const { store, seen, request } = setup()
    expect(await request('eth_chainId')).toBe('0x89')
    store.apply(connectedSnapshot(1))
    expect(seen).toEqual([
      ['connect', { chainId: '0x1' }],
      ['chainChanged', '0x1'],
      ['accountsChanged', [address]],
    ])
  })

  test('behavior: a listener that was taken off hears nothing', () => {
    const { provider, store } = setup()
    const listener = vi.fn()
    provider.on('connect', listener).removeListener('connect', listener)
    store.apply(connectedSnapshot(1))
    expect(listener).not.toHaveBeenCalled()
  })

  test.each([undefined, null, 'eth_accounts', {}, { method: 1 }, { method: '' }])('error: %j is no request (-32600)', async (args) => {
    await expect(setup().provider.request(args as never)).rejects.toMatchObject({ code: -32600 })
  })

  test.each(['text', 1, null])('error: parameters %j are refused (-32602)', async (params) => {
    await expect(setup().provider.request({ method: 'eth_call', params })).rejects.toMatchObject({ code: -32602 })
  })
})
