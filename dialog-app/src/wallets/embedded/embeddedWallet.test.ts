// @vitest-environment happy-dom
import { codes, type Network } from '@latchkey/protocol'
import { describe, expect, test, vi } from 'vitest'
import { scriptedFrame, secureUser, solanaAddress } from '../../testing/scriptedFrame.js'
import { address, scriptedWallet } from '../../testing/scriptedWallet.js'
import { walletContract } from '../../testing/walletContract.js'
import { connectionsOf } from './connections.js'
import { createEmbeddedWallet } from './embeddedWallet.js'

const network = (caipNetworkId: Network['caipNetworkId'], chainNamespace: Network['chainNamespace']) =>
  ({ id: caipNetworkId, caipNetworkId, chainNamespace, name: caipNetworkId }) as unknown as Network
const networks = [network('eip155:31337', 'eip155'), network('eip155:31338', 'eip155'), network('solana:local', 'solana')]

function create(replies: Parameters<typeof scriptedFrame>[0] = {}, used = networks) {
  const scripted = scriptedFrame(replies)
  const forget = vi.fn()
  const onNotAllowed = vi.fn()
  const wallet = createEmbeddedWallet({
    frame: scripted.frame,
    networks: () => used,
    name: () => 'Email',
    target: () => ({}),
    forget,
    onNotAllowed,
  })
  return { ...scripted, wallet, forget, onNotAllowed }
}

walletContract('embeddedWallet', {
  namespace: 'eip155',
  method: 'personal_sign',
  async create() {
    const far = scriptedWallet()
    const { wallet, aborted } = create({
      rpcRequest: ({ method, params }: { method: string; params: unknown }) => far.request(method, params),
    })
    await wallet.connect({ namespace: 'eip155', networkIds: [] })
    return {
      wallet,
      far,
      aborted: () => aborted.map(() => 'personal_sign'),
      emit: (event, data) => wallet.emit({ namespace: 'eip155', event, data }),
    }
  },
})

describe('createEmbeddedWallet', () => {
  test('behavior: one login serves every family, and is asked for once', async () => {
    const { wallet, asked } = create()
    const [evm, solana] = await Promise.all([
      wallet.connect({ namespace: 'eip155', networkIds: ['eip155:31338'] }),
      wallet.connect({ namespace: 'solana', networkIds: [] }),
    ])
    expect(evm).toEqual({ accounts: [{ namespace: 'eip155', address, type: 'eoa' }], networkId: 'eip155:31337' })
    expect(solana.accounts[0]?.address).toBe(solanaAddress)
    expect(asked('getUser').length).toBe(1)
  })

  test('error: nobody is logged in: -32001, nobody is asked anything, and what is known of the last login stays for the way back', async () => {
    const { wallet, calls, forget } = create({ isConnected: { isConnected: false } })
    await expect(wallet.connect({ namespace: 'eip155', networkIds: [] })).rejects.toMatchObject({ code: codes.resourceNotFound })
    expect(calls.map(({ method }) => method)).toEqual(['isConnected'])
    expect(forget).not.toHaveBeenCalled()
  })

  test('behavior: moving to another network asks the frame, and nobody who would have to press anything', async () => {
    const smart = { namespace: 'eip155', address: solanaAddress, type: 'smartAccount' } as const
    const there = {
      ...secureUser,
      chainId: 'eip155:31338',
      preferredAccountType: 'smartAccount',
      accounts: [smart, ...secureUser.accounts],
    }
    const { wallet, asked } = create({ switchNetwork: { chainId: 'eip155:31338' }, getUser: there })
    wallet.accept(secureUser)
    // Not every network has smart accounts: the account may be another one there.
    expect(await wallet.moveTo?.('eip155:31338')).toEqual([smart])
    expect(asked('switchNetwork')[0]).toMatchObject({ chainId: 'eip155:31338' })
    expect(wallet.connections().eip155?.networkId).toBe('eip155:31338')
  })

  test('error: a network that the frame does not serve keeps the wallet where it is', async () => {
    const switchNetwork = () => {
      throw { code: codes.chainNotAdded, message: 'Chain is not supported' }
    }
    const { wallet } = create({ switchNetwork })
    wallet.accept(secureUser)
    await expect(wallet.moveTo?.('eip155:5')).rejects.toMatchObject({ code: 4902 })
    expect(wallet.connections().eip155?.networkId).toBe('eip155:31337')
  })

  test('error: what no approval could allow is rejected and reported; a user’s own no is not', async () => {
    const throwing = (code: number, message: string) => () => {
      throw { code, message }
    }
    const ask = { namespace: 'eip155', networkId: null, method: 'eth_sign', params: [] } as const
    const refused = create({ rpcRequest: throwing(codes.unsupportedMethod, 'Requested RPC call is not allowed') })
    refused.wallet.accept(secureUser)
    await expect(refused.wallet.request(ask)).rejects.toMatchObject({ code: 4200, message: 'Requested RPC call is not allowed' })
    expect(refused.onNotAllowed).toHaveBeenCalledOnce()
    const declined = create({ rpcRequest: throwing(codes.userRejected, 'User rejected the request') })
    declined.wallet.accept(secureUser)
    await expect(declined.wallet.request(ask)).rejects.toMatchObject({ code: 4001 })
    expect(declined.onNotAllowed).not.toHaveBeenCalled()
  })

  test('behavior: one family ends without signing out; the whole signs out, within 3 s', async () => {
    const { wallet, asked } = create()
    wallet.accept(secureUser)
    await wallet.disconnect('solana')
    expect(Object.keys(wallet.connections())).toEqual(['eip155'])
    expect(asked('signOut')).toEqual([])
    await wallet.disconnect()
    expect(asked('signOut').length).toBe(1)
    expect(wallet.user()).toBeNull()
  })
})

describe('connectionsOf', () => {
  test('behavior: families that the page does not use are left out', () => {
    expect(Object.keys(connectionsOf(secureUser, networks.slice(0, 2)))).toEqual(['eip155'])
  })

  test('behavior: on the user’s network, else on the wanted one, else on the page’s first', () => {
    const on = (chainId: typeof secureUser.chainId, wanted: (typeof secureUser.chainId)[] = []) =>
      connectionsOf({ ...secureUser, chainId }, networks, wanted).eip155?.networkId
    expect(on('eip155:31338')).toBe('eip155:31338')
    expect(on('eip155:1', ['eip155:31338'])).toBe('eip155:31338')
    expect(on('eip155:1')).toBe('eip155:31337')
  })
})
