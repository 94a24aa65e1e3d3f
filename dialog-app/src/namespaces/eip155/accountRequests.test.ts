import type { CaipNetworkId } from '@latchkey/protocol'
import { describe, expect, test, vi } from 'vitest'
import { address } from '../../testing/scriptedWallet.js'
import { answerAccountRequest } from './accountRequests.js'

const session = () => ({
  origin: 'https://app.example',
  accounts: [{ namespace: 'eip155' as const, address, type: 'eoa' as const }],
  networkId: 'eip155:31337' as const,
  hasNetwork: (id: CaipNetworkId) => ['eip155:31337', 'eip155:31338'].includes(id),
  switchTo: vi.fn(async () => {}),
  disconnect: vi.fn(async () => {}),
})
const ask = async (method: string, params: unknown, on = session()) => await answerAccountRequest({ method, params }, on)

describe('answerAccountRequest', () => {
  test('behavior: accounts and chain are those of the session', async () => {
    expect(await ask('eth_accounts', [])).toEqual([address])
    expect(await ask('eth_requestAccounts', [])).toEqual([address])
    expect(await ask('eth_chainId', [])).toBe('0x7a69')
  })

  test.each(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])(
    'behavior: %s moves the session, unless it is there',
    async (method) => {
      const on = session()
      expect(await ask(method, [{ chainId: '0x7a6a' }], on)).toBeNull()
      expect(on.switchTo.mock.calls).toEqual([['eip155:31338']])
      expect(await ask(method, [{ chainId: '0x7A69' }], on)).toBeNull()
      expect(on.switchTo).toHaveBeenCalledOnce()
    },
  )

  test.each([
    [[]],
    [[{}]],
    [[null]],
    [{ chainId: '0x1' }],
    [[{ chainId: '1' }]],
    [[{ chainId: 1 }]],
    [[{ chainId: '0x' }]],
    [[{ chainId: '0x0' }]],
  ])('error: %j names no chain: -32602', async (params) => {
    for (const method of ['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
      await expect(ask(method, params)).rejects.toMatchObject({ code: -32602 })
  })

  test('error: a network that the page does not use is not added, and the sentence says where it would be', async () => {
    const on = session()
    await expect(ask('wallet_addEthereumChain', [{ chainId: '0x89', rpcUrls: ['https://evil.example'] }], on)).rejects.toMatchObject({
      code: 4902,
      message: expect.stringContaining('eip155:137'),
    })
    expect(on.switchTo).not.toHaveBeenCalled()
  })

  test('behavior: permissions as EIP-2255 has them; another one than accounts is refused', async () => {
    const caveats = [{ type: 'restrictReturnedAccounts', value: [address] }]
    const granted = [{ invoker: 'https://app.example', parentCapability: 'eth_accounts', caveats }]
    expect(await ask('wallet_getPermissions', [])).toEqual(granted)
    expect(await ask('wallet_requestPermissions', [{ eth_accounts: {} }])).toEqual(granted)
    for (const params of [[], [{}], [{ eth_accounts: {}, eth_magic: {} }]])
      await expect(ask('wallet_requestPermissions', params)).rejects.toMatchObject({ code: -32602 })
  })

  test('behavior: revoking ends the connection', async () => {
    const on = session()
    expect(await ask('wallet_revokePermissions', [{ eth_accounts: {} }], on)).toBeNull()
    expect(on.disconnect).toHaveBeenCalledOnce()
  })

  test.each(['personal_sign', 'constructor', '__proto__'])('error: %s is no such request: 4200', async (method) => {
    await expect(ask(method, [])).rejects.toMatchObject({ code: 4200 })
  })
})
