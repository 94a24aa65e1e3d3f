import { describe, expect, test } from 'vitest'
import { namespaceContract, walletOf } from '../../testing/namespaceContract.js'
import { address, scriptedWallet } from '../../testing/scriptedWallet.js'
import { readChainId, toHexChainId } from './chainId.js'
import { readAccounts } from './connect.js'
import { eip155 } from './index.js'
import { addParameters } from './networks.js'

const network = (id: number) => ({
  id,
  caipNetworkId: `eip155:${id}` as const,
  chainNamespace: 'eip155' as const,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.example'] } },
})

namespaceContract({
  namespace: eip155,
  valid: [address, address.toLowerCase(), address.slice(2), `0X${address.slice(2)}`],
  invalid: ['', '0x', address.slice(0, -1), `${address}0`, ` ${address}`, `${address}\n`, `0x${'g'.repeat(40)}`],
  spellings: { canonical: address, others: [address, address.toLowerCase(), address.toUpperCase(), address.slice(2)] },
  networkId: 'eip155:31337',
})

describe('readAccounts', () => {
  test('behavior: drops what is no address, and repetitions', async () => {
    const accounts = await readAccounts([address, address.toLowerCase(), 'x', null, 7])
    expect(accounts.map((account) => account.address)).toEqual([address])
    expect(await readAccounts('0x')).toEqual([])
  })
})

describe('readChainId', () => {
  test.each([
    ['0x1', 'eip155:1'],
    ['0X7A69', 'eip155:31337'],
    [31337, 'eip155:31337'],
    ['137', 'eip155:137'],
    [10n, 'eip155:10'],
    ['0x0', undefined],
    ['0xffffffffffffffffff', undefined],
    ['1e3', undefined],
    [1.5, undefined],
    [null, undefined],
  ])('behavior: %s', (value, expected) => expect(readChainId(value)).toBe(expected))
})

describe('toHexChainId', () => {
  test('behavior: has no leading zeros', () => expect(toHexChainId(network(10))).toBe('0xa'))
})

describe('connect', () => {
  test('error: no accounts is told from a refusal', async () => {
    const wallet = walletOf(scriptedWallet({ eth_requestAccounts: [] }))
    await expect(eip155.connect(wallet, { networkIds: [] })).rejects.toMatchObject({ code: -32001, data: { reason: 'no_accounts' } })
  })

  test('error: a wallet that cannot say where it is, is not connected', async () => {
    const wallet = walletOf(scriptedWallet({ eth_chainId: 'mainnet' }))
    await expect(eip155.connect(wallet, { networkIds: [] })).rejects.toMatchObject({ code: 4901 })
  })
})

describe('switchNetwork', () => {
  test('behavior: waits for a wallet that answers before it has moved', async () => {
    let asked = 0
    const far = scriptedWallet({
      wallet_switchEthereumChain: null,
      eth_chainId: () => {
        asked += 1
        return asked < 3 ? '0x1' : '0x7a6a'
      },
    })
    await eip155.switchNetwork?.(walletOf(far), network(31338))
    expect(far.methods().filter((method) => method === 'wallet_switchEthereumChain')).toHaveLength(1)
  })

  test('error: answered and not moved is a refusal', async () => {
    const wallet = walletOf(scriptedWallet({ wallet_switchEthereumChain: null }))
    await expect(eip155.switchNetwork?.(wallet, network(31338))).rejects.toMatchObject({ code: 4001 })
  })
})

describe('addNetwork', () => {
  test('behavior: a wallet that switches while adding is not asked a second time', async () => {
    let chainId = '0x1'
    const far = scriptedWallet({
      eth_chainId: () => chainId,
      wallet_addEthereumChain: () => {
        chainId = '0x5'
        return null
      },
    })
    await eip155.addNetwork?.(walletOf(far), network(5))
    expect(far.methods()).toEqual(['wallet_addEthereumChain', 'eth_chainId'])
  })

  test('error: declining the switch after adding is a refusal, never a success', async () => {
    const far = scriptedWallet({ wallet_switchEthereumChain: null })
    await expect(eip155.addNetwork?.(walletOf(far), network(5))).rejects.toMatchObject({ code: 4001 })
  })
})

describe('addParameters', () => {
  test('behavior: gives the wallet web addresses only', () => {
    const parameters = addParameters({
      ...network(5),
      rpcUrls: {
        default: { http: ['https://a.example', 'ws://b.example', 'javascript:alert(1)'] },
        public: { http: ['https://a.example'] },
      },
      blockExplorers: { default: { name: 'Scan', url: 'https://scan.example' } },
    })
    expect(parameters).toMatchObject({ chainId: '0x5', rpcUrls: ['https://a.example'], blockExplorerUrls: ['https://scan.example'] })
    expect(parameters).not.toHaveProperty('iconUrls')
  })
})

describe('readEvent', () => {
  const read = (event: 'connect' | 'chainChanged' | 'disconnect', data: unknown) =>
    eip155.readEvent({ walletId: 'w', namespace: 'eip155', event, data })

  test('behavior: EIP-1193 events; a node that is lost for a moment is no disconnect', async () => {
    expect(await read('chainChanged', '0x89')).toEqual({ type: 'network', networkId: 'eip155:137' })
    expect(await read('connect', { chainId: '0x89' })).toEqual({ type: 'network', networkId: 'eip155:137' })
    expect(await read('disconnect', { code: 4900 })).toEqual({ type: 'disconnected' })
    expect(await read('disconnect', { code: 1013 })).toBeUndefined()
  })
})
