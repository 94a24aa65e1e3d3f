// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { discover } from './index.js'

const hub = 'cosmoshub-4'
const known = [hub, 'osmosis-1']

function keplr() {
  return {
    enable: vi.fn(async (chainIds: string[]) => {
      const missing = chainIds.find((id) => !known.includes(id))
      if (missing) throw new Error(`There is no modular chain info for ${missing}`)
    }),
    disable: vi.fn(async () => {}),
    getKey: async (chainId: string) => ({
      algo: 'secp256k1',
      bech32Address: `addr-${chainId}`,
      pubKey: Uint8Array.of(2, 3),
      name: () => {},
    }),
    signDirect: vi.fn(async (_chain: string, _signer: string, signDoc: object) => ({
      signed: { ...signDoc, accountNumber: { toString: () => '7' } },
      signature: { signature: 'sig', pub_key: { type: 't', value: 'v' } },
    })),
    signAmino: vi.fn(async (_chain: string, _signer: string, signed: unknown) => ({
      signed,
      signature: { signature: 'sig', pub_key: { type: 't', value: 'v' } },
    })),
  }
}

function start({ remembered = false, leap }: { remembered?: boolean; leap?: object } = {}) {
  const wallet = keplr()
  vi.stubGlobal('keplr', wallet)
  vi.stubGlobal('leap', leap ?? wallet)
  vi.stubGlobal('cosmostation', { providers: { keplr: keplr() } })
  const discovery = discover({ own: new Set(), appName: () => 'Meadow', remembers: () => remembered }, () => {})
  const [found] = discovery.list()
  discovery.destroy()
  if (!found) throw new Error('none found')
  return { discovery, found, wallet, ask: (method: string, params: unknown) => found.request(method, params, `cosmos:${hub}`) }
}
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('discover', () => {
  test('behavior: lists every global with Keplr’s API, one object once', () => {
    expect(start().discovery.list().map(({ info }) => info.id)).toEqual(['cosmos:keplr', 'cosmos:cosmostation']) // biome-ignore format: short
    expect(start({ leap: keplr() }).discovery.list()).toHaveLength(3)
  })

  test('behavior: calls a wallet by its place, unless it says who it is', () => {
    expect(start().found.info.name).toBe('Keplr')
    const icon = 'data:image/svg+xml;base64,PHN2Zy8+'
    const [, leap] = start({ leap: { ...keplr(), name: 'Meadow wallet', icon } }).discovery.list()
    expect(leap?.info).toMatchObject({ id: 'cosmos:leap', name: 'Meadow wallet', icon })
  })

  test('behavior: enables the chains it has and gives a key for each', async () => {
    const { ask, wallet } = start()
    expect(await ask('cosmos_requestAccounts', { chainIds: [hub, 'nowhere-1'] })).toEqual([
      { algo: 'secp256k1', address: `addr-${hub}`, pubkey: 'AgM=', chainId: hub },
    ])
    expect(wallet.enable.mock.calls).toEqual([[[hub, 'nowhere-1']], [[hub]], [['nowhere-1']]])
    expect(await ask('cosmos_getAccounts', {})).toHaveLength(1)
  })

  test('behavior: silently it tells a known site what it told before, and an unknown one nothing; nobody is asked', async () => {
    const { ask, wallet } = start()
    const silent = { chainIds: [hub], silent: true }
    expect(await ask('cosmos_requestAccounts', silent)).toEqual([])
    expect(wallet.enable).not.toHaveBeenCalled()
    const [told] = (await ask('cosmos_requestAccounts', { chainIds: known })) as readonly object[]
    expect(await start().ask('cosmos_requestAccounts', silent)).toEqual([])
    const again = start({ remembered: true })
    const getKey = vi.spyOn(again.wallet, 'getKey')
    expect(await again.ask('cosmos_requestAccounts', silent)).toEqual([told])
    expect(await again.ask('cosmos_getAccounts', {})).toHaveLength(2)
    expect([again.wallet.enable, getKey].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
    await again.ask('wallet_disconnect', {})
    expect(await start({ remembered: true }).ask('cosmos_requestAccounts', silent)).toEqual([])
  })

  test('behavior: after a reload the first request asks for permission, and what changed meanwhile is told', async () => {
    await start().ask('cosmos_requestAccounts', { chainIds: known })
    const { ask, found, wallet } = start({ remembered: true })
    const heard = vi.fn()
    found.subscribe(heard)
    wallet.getKey = async (chainId) => ({ algo: 'secp256k1', bech32Address: `new-${chainId}`, pubKey: Uint8Array.of(4), name: () => {} })
    const signDoc = { chain_id: hub, account_number: '0', sequence: '0', fee: {}, msgs: [], memo: '' }
    await ask('cosmos_signAmino', { signerAddress: 'a', signDoc })
    await ask('cosmos_signAmino', { signerAddress: 'a', signDoc })
    expect(wallet.enable.mock.calls).toEqual([[known]])
    expect(heard.mock.calls).toEqual([['accountsChanged', known.map((id) => expect.objectContaining({ address: `new-${id}` }))]])
  })

  test('behavior: a direct document becomes the wallet’s own objects, and plain data again', async () => {
    const { ask, wallet } = start()
    const signDoc = { chainId: hub, accountNumber: '4294967301', bodyBytes: '0aff', authInfoBytes: 'AQI=' }
    expect(await ask('cosmos_signDirect', { signerAddress: 'a', signDoc })).toEqual({
      signed: { chainId: hub, accountNumber: '7', bodyBytes: 'Cv8=', authInfoBytes: 'AQI=' },
      signature: { signature: 'sig', pub_key: { type: 't', value: 'v' } },
    })
    const [chain, signer, document] = wallet.signDirect.mock.calls[0] as [string, string, Record<string, unknown>]
    expect([chain, signer, document.bodyBytes, document.authInfoBytes]).toEqual([hub, 'a', Uint8Array.of(10, 255), Uint8Array.of(1, 2)])
    expect(document.accountNumber).toMatchObject({ low: 5, high: 1, unsigned: true, __isLong__: true })
    expect(String(document.accountNumber)).toBe('4294967301')
  })

  test('behavior: an ADR-36 document is signed with the key of the network in use', async () => {
    const { ask, wallet } = start()
    const signDoc = { chain_id: '', account_number: '0', sequence: '0', fee: {}, msgs: [{ type: 'sign/MsgSignData' }], memo: '' }
    expect(await ask('cosmos_signAmino', { signerAddress: 'a', signDoc })).toMatchObject({ signed: signDoc })
    expect(wallet.signAmino).toHaveBeenCalledExactlyOnceWith(hub, 'a', signDoc)
  })

  test('behavior: another account in the wallet is told with all chains that were asked for', async () => {
    const { found, ask } = start()
    const heard = vi.fn()
    const unsubscribe = found.subscribe(heard)
    dispatchEvent(new Event('keplr_keystorechange'))
    await ask('cosmos_requestAccounts', { chainIds: known })
    expect(heard).not.toHaveBeenCalled()
    dispatchEvent(new Event('keplr_keystorechange'))
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
    expect(heard.mock.calls[0]).toEqual(['accountsChanged', known.map((id) => expect.objectContaining({ address: `addr-${id}` }))])
    unsubscribe()
  })

  test('error: a chain that the wallet lacks is 4902, a refusal 4001, a malformed document -32602', async () => {
    const { ask, wallet } = start()
    await expect(ask('cosmos_requestAccounts', { chainIds: ['nowhere-1'] })).rejects.toMatchObject({ code: 4902 })
    wallet.enable.mockRejectedValueOnce(new Error('Request rejected'))
    await expect(ask('cosmos_requestAccounts', { chainIds: [hub, 'osmosis-1'] })).rejects.toMatchObject({ code: 4001 })
    for (const signDoc of [null, { chainId: hub, accountNumber: 'x', bodyBytes: '', authInfoBytes: '' }])
      await expect(ask('cosmos_signDirect', { signerAddress: 'a', signDoc })).rejects.toMatchObject({ code: -32602 })
  })
})
