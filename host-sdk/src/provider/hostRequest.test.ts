import { describe, expect, test, vi } from 'vitest'
import { createStore } from '../store.js'
import { address, connectedSnapshot } from '../testing/snapshots.js'
import { createHostRequest } from './hostRequest.js'

function setup(answer: (method: string) => unknown = () => undefined) {
  const store = createStore(false)
  store.apply(connectedSnapshot(1))
  const asked: string[] = []
  let chainId = '0x1'
  const provider = {
    async request({ method, params }: { method: string; params?: unknown }) {
      asked.push(method)
      const given = answer(method)
      if (given instanceof Error) throw given
      if (given !== undefined) return given
      if (method === 'eth_chainId') return chainId
      if (method === 'eth_accounts') return [address]
      if (method === 'wallet_switchEthereumChain') chainId = (params as [{ chainId: string }])[0].chainId
      return null
    },
    on: () => provider,
    removeListener: () => provider,
  }
  const tell = vi.fn(async () => {})
  const request = createHostRequest({ find: async () => provider }, store, { tell })
  return {
    tell,
    asked,
    setChain: (value: string) => {
      chainId = value
    },
    request: (method: string, params?: unknown) => request('a.wallet', 'eip155:1', { method, params }),
  }
}

describe('createHostRequest', () => {
  test('behavior: a signature goes straight through', async () => {
    const { request, asked } = setup(() => '0xsigned')
    expect(await request('personal_sign', [])).toBe('0xsigned')
    expect(asked).toEqual(['personal_sign'])
  })

  test('behavior: before a transaction the wallet is brought to the chain that the page was told', async () => {
    const { request, asked, setChain } = setup()
    setChain('0xa')
    await request('eth_sendTransaction', [{}])
    expect(asked).toEqual(['eth_chainId', 'wallet_switchEthereumChain', 'eth_chainId', 'eth_sendTransaction'])
  })

  test('error: a wallet that stays elsewhere gets no transaction (4901)', async () => {
    for (const [method, answer] of [
      ['wallet_switchEthereumChain', new Error('no')],
      ['eth_chainId', '0xa'],
    ] as const) {
      const { request, asked, setChain } = setup((asked) => (asked === method ? answer : undefined))
      setChain('0xa')
      await expect(request('eth_sendTransaction', [{}])).rejects.toMatchObject({ name: 'ModalError', code: 4901 })
      expect(asked).not.toContain('eth_sendTransaction')
    }
  })

  test('behavior: a switch that the wallet does not report is read from it and mirrored', async () => {
    const { request, tell } = setup()
    await request('wallet_switchEthereumChain', [{ chainId: '0x89' }])
    expect(tell).toHaveBeenCalledExactlyOnceWith({ walletId: 'a.wallet', namespace: 'eip155', event: 'chainChanged', data: '0x89' })
  })

  test('behavior: what the page knows already is not mirrored again', async () => {
    const { request, tell } = setup()
    await request('wallet_switchEthereumChain', [{ chainId: '0x1' }])
    await request('wallet_requestPermissions', [{}])
    expect(tell).not.toHaveBeenCalled()
  })

  test('behavior: a wallet that cannot tell where it is has switched all the same', async () => {
    const { request, tell } = setup((method) => (method === 'eth_chainId' ? new Error('later') : undefined))
    expect(await request('wallet_switchEthereumChain', [{ chainId: '0x89' }])).toBeNull()
    expect(tell).not.toHaveBeenCalled()
  })

  test('behavior: other accounts after wallet_requestPermissions are mirrored', async () => {
    const data = [`0x${'b'.repeat(40)}`]
    const { request, tell } = setup((method) => (method === 'eth_accounts' ? data : undefined))
    await request('wallet_requestPermissions', [{}])
    expect(tell).toHaveBeenCalledExactlyOnceWith({ walletId: 'a.wallet', namespace: 'eip155', event: 'accountsChanged', data })
  })
})
