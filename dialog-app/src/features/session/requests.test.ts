// @vitest-environment happy-dom

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { setHost } from '../../bridge/host.js'
import { dispatchSession } from '../../state/sessionReducer.js'
import { connectedPage, startPage, stubServices } from '../../testing/fakePage.js'
import { scriptedFrame } from '../../testing/scriptedFrame.js'
import { address, scriptedWallet } from '../../testing/scriptedWallet.js'
import { provideWallet } from '../../wallets/registry.js'
import type { Wallet } from '../../wallets/wallet.js'
import { confirmSwitch } from '../networks/switchNetwork.js'

beforeEach(() => {
  localStorage.clear()
  stubServices()
})

const request = (method: string, networkId: `${string}:${string}` | null = null) => ({
  id: 'r',
  namespace: 'eip155' as const,
  networkId,
  method,
  params: [],
})

describe('handleRequest', () => {
  test.each(['eth_magic', 'constructor', '__proto__', 'toString'])('error: %s is unknown: 4200', async (method) => {
    const page = await startPage()
    await expect(page.call('request', request(method))).rejects.toMatchObject({ code: 4200, message: 'Requested RPC call is not allowed' })
  })

  test.each([
    'personal_sign',
    'eth_sendTransaction',
    'eth_signTypedData_v4',
    'wallet_sendCalls',
    'wallet_requestExecutionPermissions',
    'wallet_revokeExecutionPermission',
  ])('error: %s without a wallet: 4100', async (method) => {
    const page = await startPage()
    await expect(page.call('request', request(method))).rejects.toMatchObject({ code: 4100 })
  })

  test('error: a network that the page does not use: 4901', async () => {
    const page = await startPage()
    await expect(page.call('request', request('eth_blockNumber', 'eip155:9'))).rejects.toMatchObject({
      code: 4901,
      message: 'Chain is not supported',
    })
  })

  test('behavior: a read without a wallet goes to the gateway of the selected network, with project and SDK', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: URL | string) => {
      asked.push(String(url))
      return Response.json(String(url).includes('/v1/?') ? { jsonrpc: '2.0', id: 0, result: '0x10' } : { features: [] })
    })
    const page = await startPage({ boot: { projectId: 'p' } })
    expect(await page.call('request', request('eth_blockNumber'))).toBe('0x10')
    const url = new URL(asked.find((each) => each.includes('/v1/?')) ?? '')
    expect(Object.fromEntries(url.searchParams)).toEqual({ chainId: 'eip155:31337', projectId: 'p', st: 'test', sv: '0.0.0' })
  })

  test('behavior: a connected wallet gets what is its own', async () => {
    const page = await connectedPage(scriptedWallet({ personal_sign: '0xsigned' }))
    expect(await page.call('request', request('personal_sign'))).toBe('0xsigned')
  })

  test.each([
    'wallet_getCapabilities',
    'wallet_getCallsStatus',
    'wallet_getAssets',
    'eth_getUserOperationReceipt',
    'eth_supportedEntryPoints',
  ])('behavior: an embedded wallet answers %s itself, and leaves the chain to the gateway', async (method) => {
    vi.stubGlobal('fetch', async (url: URL | string) =>
      Response.json(String(url).includes('/v1/?') ? { jsonrpc: '2.0', id: 0, result: 'the chain' } : { features: [] }),
    )
    const page = await connectedPage(scriptedWallet())
    expect(await page.call('request', request(method))).toBe('the chain')
    // The page's own modules: each page of these tests has new ones.
    const [{ createEmbeddedWallet }, { provideWallet }, { dispatchSession }] = await Promise.all([
      import('../../wallets/embedded/index.js'),
      import('../../wallets/registry.js'),
      import('../../state/sessionReducer.js'),
    ])
    const { frame } = scriptedFrame({ rpcRequest: 'the wallet' })
    const wallet = createEmbeddedWallet({
      frame,
      networks: () => [],
      name: () => 'Email',
      target: () => ({}),
      forget: () => undefined,
      onNotAllowed: () => undefined,
    })
    provideWallet(page.dialog, 'embedded', () => wallet)
    dispatchSession(page.dialog, {
      type: 'connected',
      namespace: 'eip155',
      wallet: wallet.info,
      accounts: [{ namespace: 'eip155', address, type: 'smartAccount' }],
      networkId: 'eip155:31337',
    })
    expect(await page.call('request', request(method))).toBe('the wallet')
    expect(await page.call('request', request('eth_blockNumber'))).toBe('the chain')
  })

  test('behavior: a wallet on another device answers for the calls that it was sent, and leaves everything else to the gateway', async () => {
    vi.stubGlobal('fetch', async (url: URL | string) =>
      Response.json(String(url).includes('/v1/?') ? { jsonrpc: '2.0', id: 0, result: 'the chain' } : { features: [] }),
    )
    const page = await connectedPage(scriptedWallet())
    const [{ provideWallet }, { dispatchSession }] = await Promise.all([
      import('../../wallets/registry.js'),
      import('../../state/sessionReducer.js'),
    ])
    const info = { id: 'walletConnect', name: 'Phone', kind: 'walletConnect' } as const
    provideWallet(page.dialog, 'walletConnect', () => ({ kind: 'walletConnect', info, request: async () => 'the wallet' }) as never)
    const accounts = [{ namespace: 'eip155', address, type: 'eoa' }] as const
    dispatchSession(page.dialog, { type: 'connected', namespace: 'eip155', wallet: info, accounts, networkId: 'eip155:31337' })
    for (const method of ['wallet_getCallsStatus', 'wallet_getCapabilities'])
      expect([method, await page.call('request', request(method))]).toEqual([method, 'the wallet'])
    for (const method of ['eth_blockNumber', 'wallet_getAssets'])
      expect([method, await page.call('request', request(method))]).toEqual([method, 'the chain'])
  })

  test('behavior: account requests are answered by the session and move it, whatever wallet is connected', async () => {
    const far = scriptedWallet()
    const page = await connectedPage(far)
    expect(await page.call('request', request('wallet_getPermissions'))).toMatchObject([{ parentCapability: 'eth_accounts' }])
    expect(far.methods()).toEqual([])
    expect(await page.call('request', { ...request('wallet_switchEthereumChain'), params: [{ chainId: '0x7a6a' }] })).toBeNull()
    expect(far.methods()).toEqual(['wallet_switchEthereumChain', 'eth_chainId'])
    expect(page.state().networkIds.eip155).toBe('eip155:31338')
    await expect(page.call('request', { ...request('wallet_switchEthereumChain'), params: [{ chainId: '0x9' }] })).rejects.toMatchObject({
      code: 4902,
      message: 'Network Not Found',
    })
    expect(await page.call('request', request('wallet_revokePermissions'))).toBeNull()
    expect(page.state().status).toBe('disconnected')
  })

  test.each([
    ['solana', 'solana_getAccounts', undefined, [{ pubkey: 'the address' }]],
    ['polkadot', 'polkadot_requestAccounts', {}, [{ address: 'the address' }]],
    ['bip122', 'getAccountAddresses', { silent: true }, [{ address: 'the address', intention: 'payment' }]],
    // Public keys are the wallet's alone.
    ['bip122', 'getAccountAddresses', {}, 'the wallet'],
    ['cosmos', 'cosmos_getAccounts', { silent: true }, 'the wallet'],
  ] as const)(
    'behavior: %s: %s with %j is answered by the session, as far as it knows the answer',
    async (namespace, method, params, answer) => {
      const page = await startPage()
      const { dialog } = page
      for (const kind of ['embedded', 'walletConnect', 'host'] as const) {
        const asked = vi.fn(async () => 'the wallet')
        const info = { id: kind, name: kind, kind }
        provideWallet(dialog, kind, () => ({ info, kind, request: asked }) as unknown as Wallet)
        setHost(dialog, { call: asked } as never)
        const accounts = [{ namespace, address: 'the address', type: 'payment' as const }]
        dispatchSession(dialog, { type: 'connected', namespace, wallet: info, accounts, networkId: `${namespace}:one` })
        asked.mockClear()
        expect(await page.call('request', { ...request(method), namespace, params: params as never })).toEqual(answer)
        expect(asked.mock.calls.filter(([name]: readonly unknown[]) => name !== 'stateChanged')).toHaveLength(
          answer === 'the wallet' ? 1 : 0,
        )
      }
    },
  )

  test('behavior: an embedded wallet asks here before it moves; while something is approved nothing else is asked', async () => {
    const page = await startPage()
    const [{ createEmbeddedWallet }, { provideWallet }, { acceptConnection }, { approvalStore, initialApproval }] = await Promise.all([
      import('../../wallets/embedded/index.js'),
      import('../../wallets/registry.js'),
      import('./session.js'),
      import('../../state/approval.js'),
    ])
    const { frame, asked } = scriptedFrame({ switchNetwork: { chainId: 'eip155:31338' } })
    const { networksStore } = await import('../../state/networks.js')
    const networks = () => networksStore(page.dialog).getState().networks
    const nothing = () => undefined
    const wallet = createEmbeddedWallet({
      frame,
      networks,
      name: () => 'Email',
      target: () => ({}),
      forget: nothing,
      onNotAllowed: nothing,
    })
    provideWallet(page.dialog, 'embedded', () => wallet)
    acceptConnection(page.dialog, 'eip155', wallet, await wallet.connect({ namespace: 'eip155', networkIds: ['eip155:31337'] }))
    const switching = () => page.call('request', { ...request('wallet_switchEthereumChain'), params: [{ chainId: '0x7a6a' }] })

    approvalStore(page.dialog).setState({ approval: { requestId: 'a', method: 'personal_sign', surface: 'frame', position: 1, total: 1 } })
    await expect(switching()).rejects.toMatchObject({ code: -32002 })
    approvalStore(page.dialog).setState(initialApproval, true)

    const moved = switching()
    await vi.waitFor(() => expect(page.stores.view.getState().history.at(-1)?.name).toBe('SwitchNetwork'))
    expect(asked('switchNetwork')).toEqual([])
    confirmSwitch(page.dialog)
    expect(await moved).toBeNull()
    expect(asked('switchNetwork')).toMatchObject([{ chainId: 'eip155:31338' }])
    expect(page.state().networkIds.eip155).toBe('eip155:31338')

    await expect(
      page.call('request', { ...request('wallet_watchAsset'), params: { type: 'ERC20', options: {} } as never }),
    ).rejects.toMatchObject({ code: 4200, message: expect.stringContaining('no list of assets') })
    expect(asked('rpcRequest')).toEqual([])
  })
})
