// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { FamilyWallet } from '../discovery.js'
import { discover } from './index.js'

const accounts = [
  { address: 'a', name: 'Main', type: 'sr25519', genesisHash: null, meta: () => {} },
  { address: 5 },
  { address: 'b', genesisHash: '0x01' },
]

function start(remembered = false, shown: readonly object[] = accounts) {
  const signer = { signRaw: vi.fn(async () => ({ id: 1, signature: '0xaa' })), signPayload: vi.fn(async (): Promise<unknown> => ({ id: 2, signature: '0xbb' })) } // biome-ignore format: short
  const subscribe = (listener: (list: unknown) => void) => {
    listener(shown)
    return () => {}
  }
  const enable = vi.fn(async () => ({ accounts: { get: async () => shown, subscribe }, signer }))
  vi.stubGlobal('injectedWeb3', { talisman: { version: '2', enable }, broken: { version: '1' }, nothing: null })
  const discovery = discover({ own: new Set(), appName: () => 'Meadow', remembers: () => remembered }, () => {})
  const [wallet] = discovery.list()
  discovery.destroy()
  const ask = (method: string, params: unknown = {}) => (wallet as FamilyWallet).request(method, params, null)
  return { discovery, wallet, ask, enable, signer }
}
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('discover', () => {
  test('behavior: lists what can be enabled, and enables nothing', () => {
    const { discovery, enable } = start()
    expect(discovery.list().map(({ info }) => [info.id, info.name])).toEqual([['polkadot:talisman', 'Talisman']])
    expect(enable).not.toHaveBeenCalled()
  })

  test('behavior: enables once, and gives accounts as plain data', async () => {
    const { ask, enable } = start()
    expect(await ask('polkadot_requestAccounts')).toEqual([
      { address: 'a', name: 'Main', type: 'sr25519' },
      { address: 'b', genesisHash: '0x01' },
    ])
    await ask('polkadot_requestAccounts')
    expect(enable).toHaveBeenCalledExactlyOnceWith('Meadow')
  })

  test('behavior: silently it tells a known site what it told before, and an unknown one nothing; nobody is asked', async () => {
    const first = start()
    expect(await first.ask('polkadot_requestAccounts', { silent: true })).toEqual([])
    expect(first.enable).not.toHaveBeenCalled()
    await first.ask('polkadot_requestAccounts')
    expect(await start(false).ask('polkadot_requestAccounts', { silent: true })).toEqual([])
    const again = start(true)
    expect(await again.ask('polkadot_requestAccounts', { silent: true })).toMatchObject([{ address: 'a' }, { address: 'b' }])
    expect(again.enable).not.toHaveBeenCalled()
    await again.ask('wallet_disconnect')
    expect(await start(true).ask('polkadot_requestAccounts', { silent: true })).toEqual([])
  })

  test('behavior: after a reload the first request asks for permission, and what changed meanwhile is told', async () => {
    await start().ask('polkadot_requestAccounts')
    const again = start(true, [{ address: 'b' }])
    const heard = vi.fn()
    again.wallet?.subscribe(heard)
    expect(await again.ask('polkadot_requestAccounts', { silent: true })).toHaveLength(2)
    expect(again.enable).not.toHaveBeenCalled()
    await again.ask('polkadot_signMessage', { address: 'b', message: 'x' })
    expect(again.enable).toHaveBeenCalledOnce()
    await vi.waitFor(() => expect(heard.mock.calls).toEqual([['accountsChanged', [{ address: 'b' }]]]))
  })

  test('behavior: a message is signed as the bytes it has, a payload as it is', async () => {
    const { ask, signer } = start()
    expect(await ask('polkadot_signMessage', { address: 'a', message: 'hé' })).toEqual({ signature: '0xaa' })
    await ask('polkadot_signMessage', { address: 'a', message: '0x6869' })
    expect(signer.signRaw.mock.calls).toEqual([
      [{ address: 'a', data: '0x68c3a9', type: 'bytes' }],
      [{ address: 'a', data: '0x6869', type: 'bytes' }],
    ])
    const transactionPayload = { address: 'a', method: '0x00' }
    expect(await ask('polkadot_signTransaction', { address: 'a', transactionPayload })).toEqual({ id: 2, signature: '0xbb' })
    expect(signer.signPayload).toHaveBeenCalledExactlyOnceWith(transactionPayload)
    signer.signPayload.mockResolvedValueOnce({ signature: '0xcc', signedTransaction: Uint8Array.of(1, 255) })
    expect(await ask('polkadot_signTransaction', { address: 'a', transactionPayload })).toEqual({
      signature: '0xcc',
      signedTransaction: '0x01ff',
    })
  })

  test('error: a refusal in the extension’s own words is 4001, and the next try asks again', async () => {
    const { ask, enable, signer } = start()
    enable.mockRejectedValueOnce(new Error('Rejected'))
    await expect(ask('polkadot_requestAccounts')).rejects.toMatchObject({ code: 4001, message: 'Rejected' })
    await ask('polkadot_requestAccounts')
    expect(enable).toHaveBeenCalledTimes(2)
    signer.signRaw.mockRejectedValueOnce(new Error('Cancelled'))
    await expect(ask('polkadot_signMessage', { address: 'a', message: 'x' })).rejects.toMatchObject({ code: 4001 })
  })
})
