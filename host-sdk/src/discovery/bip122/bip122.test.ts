// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { FamilyWallet } from '../discovery.js'
import { discover } from './index.js'

const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const taproot = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'
const psbt = btoa('psbt\xff')
const psbtHex = '70736274ff'
const signature = btoa('signed')
const signatureHex = '7369676e6564'

function find(remembered = false): (id: string) => FamilyWallet {
  const discovery = discover({ own: new Set(), appName: () => 'Meadow', remembers: () => remembered }, () => {})
  discovery.destroy()
  return (id) => {
    const wallet = discovery.list().find(({ info }) => info.id === id)
    if (!wallet) throw new Error(`${id} is not among ${discovery.list().map(({ info }) => info.id)}`)
    return wallet
  }
}
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** Speaks JSON-RPC as sats-connect's providers do. */
const rpc = (methods: Record<string, unknown>) =>
  vi.fn(async (method: string, _params?: unknown) =>
    method in methods
      ? { jsonrpc: '2.0', id: '1', result: methods[method] }
      : { jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' } },
  )

describe('sats-connect', () => {
  function start(remembered = false) {
    const request = rpc({
      getAccounts: [
        { address: taproot, publicKey: 'bb', purpose: 'ordinals', addressType: 'p2tr' },
        { address: 'SP000STACKS', publicKey: 'cc', purpose: 'stacks' },
        { address: segwit, publicKey: 'aa', purpose: 'payment', addressType: 'p2wpkh' },
      ],
      signMessage: { signature, messageHash: 'ff', address: segwit },
      signPsbt: { psbt, txid: '' },
      sendTransfer: { txid: 'ab' },
    })
    vi.stubGlobal('XverseProviders', { BitcoinProvider: { request } })
    vi.stubGlobal('btc_providers', [
      { id: 'XverseProviders.BitcoinProvider', name: 'Xverse', icon: 'data:image/svg+xml,x' },
      { id: 'constructor.prototype', name: 'Trick' },
      { id: 'nowhere', name: 'Gone' },
      null,
    ])
    return { request, wallet: find(remembered)('bitcoin:XverseProviders.BitcoinProvider') }
  }

  test('behavior: connects with the first method that it has; payment comes first, other chains are left out', async () => {
    const { wallet, request } = start()
    expect(await wallet.request('getAccountAddresses', {}, null)).toEqual([
      { address: segwit, publicKey: 'aa', intention: 'payment' },
      { address: taproot, publicKey: 'bb', intention: 'ordinal' },
    ])
    expect(request.mock.calls.map(([method]) => method)).toEqual(['wallet_connect', 'getAccounts'])
    expect(await wallet.request('getAccountAddresses', { intentions: ['ordinal'] }, null)).toMatchObject([{ address: taproot }])
  })

  test('behavior: silently it tells a known site what it told before, and an unknown one nothing', async () => {
    const { wallet } = start()
    await wallet.request('getAccountAddresses', {}, null)
    expect(await wallet.request('getAccountAddresses', { silent: true }, null)).toEqual([])
    const again = start(true)
    expect(await again.wallet.request('getAccountAddresses', { silent: true }, null)).toMatchObject([
      { address: segwit },
      { address: taproot },
    ])
    await again.wallet.request('wallet_disconnect', {}, null)
    expect(await again.wallet.request('getAccountAddresses', { silent: true }, null)).toEqual([])
  })

  test('behavior: signs messages and PSBTs and sends', async () => {
    const { wallet, request } = start()
    expect(await wallet.request('signMessage', { account: segwit, message: 'hi', protocol: 'bip322' }, null)).toEqual({
      address: segwit,
      signature: signatureHex,
      messageHash: 'ff',
    })
    const signInputs = [0, 2].map((index) => ({ address: segwit, index }))
    expect(await wallet.request('signPsbt', { account: segwit, psbt, signInputs }, null)).toEqual({ psbt })
    expect(request).toHaveBeenLastCalledWith('signPsbt', { psbt, signInputs: { [segwit]: [0, 2] }, broadcast: false })
    expect(await wallet.request('sendTransfer', { account: segwit, recipientAddress: taproot, amount: '12' }, null)).toEqual({ txid: 'ab' })
    expect(request).toHaveBeenLastCalledWith('sendTransfer', { recipients: [{ address: taproot, amount: 12 }] })
  })

  test.each(['smp', 'ful', 'pof'])('behavior: a signature that names its form is not taken apart, %s', async (form) => {
    const { wallet, request } = start()
    request.mockResolvedValueOnce({ result: { signature: `${form}AkcwRA==` } } as never)
    expect(await wallet.request('signMessage', { account: segwit, message: 'hi', protocol: 'bip322' }, null)).toEqual({
      address: segwit,
      signature: `${form}AkcwRA==`,
    })
  })

  test('error: its own code for a refusal is 4001, thrown or answered', async () => {
    const { wallet, request } = start()
    const error = { error: { code: -32000, message: 'User rejected request to get addresses' } }
    request.mockResolvedValueOnce(error as never)
    await expect(wallet.request('getAccountAddresses', {}, null)).rejects.toMatchObject({ code: 4001 })
    request.mockRejectedValueOnce(error)
    await expect(wallet.request('getAccountAddresses', {}, null)).rejects.toMatchObject({ code: 4001 })
  })
})

describe('Leather', () => {
  test('behavior: has words of its own', async () => {
    const request = rpc({
      getAddresses: { addresses: [{ symbol: 'BTC', type: 'p2tr', address: taproot, publicKey: 'bb', derivationPath: 'm/86' }, { symbol: 'STX', address: 'SP0' }, { symbol: 'BTC', type: 'p2wpkh', address: segwit, publicKey: 'aa' }] }, // biome-ignore format: short
      signMessage: { signature },
      signPsbt: { hex: psbtHex },
      sendTransfer: { txid: 'ab' },
    })
    vi.stubGlobal('LeatherProvider', { request })
    const wallet = find()('bitcoin:LeatherProvider')
    expect(await wallet.request('getAccountAddresses', {}, null)).toEqual([
      { address: segwit, publicKey: 'aa', intention: 'payment' },
      { address: taproot, publicKey: 'bb', path: 'm/86', intention: 'ordinal' },
    ])
    await wallet.request('signMessage', { account: taproot, message: 'hi' }, null)
    expect(request).toHaveBeenLastCalledWith('signMessage', { message: 'hi', paymentType: 'p2tr' })
    expect(await wallet.request('signPsbt', { account: segwit, psbt, signInputs: [{ address: segwit, index: 1 }] }, null)).toEqual({ psbt })
    expect(request).toHaveBeenLastCalledWith('signPsbt', { hex: psbtHex, signAtIndex: [1], broadcast: false })
  })
})

describe('UniSat', () => {
  function start() {
    const listeners = new Map<string, (value: unknown) => void>()
    const unisat = {
      requestAccounts: vi.fn(async () => [segwit]),
      getAccounts: vi.fn(async (): Promise<string[]> => []),
      getPublicKey: async () => 'aa',
      signMessage: vi.fn(async () => signature),
      signPsbt: vi.fn(async () => psbtHex),
      pushPsbt: async () => 'ab',
      sendBitcoin: vi.fn(async () => 'cd'),
      on: (event: string, listener: (value: unknown) => void) => void listeners.set(event, listener),
      removeListener: (event: string) => void listeners.delete(event),
    }
    vi.stubGlobal('unisat', unisat)
    return { unisat, listeners, wallet: find()('bitcoin:unisat') }
  }

  test('behavior: one address, asked for or silently', async () => {
    const { wallet, unisat } = start()
    expect(await wallet.request('getAccountAddresses', { silent: true }, null)).toEqual([])
    expect(unisat.requestAccounts).not.toHaveBeenCalled()
    expect(await wallet.request('getAccountAddresses', {}, null)).toEqual([{ address: segwit, publicKey: 'aa', intention: 'payment' }])
  })

  test('behavior: signs, broadcasts and sends', async () => {
    const { wallet, unisat } = start()
    expect(await wallet.request('signMessage', { account: segwit, message: 'hi', protocol: 'bip322' }, null)).toMatchObject({ signature: signatureHex }) // biome-ignore format: short
    expect(unisat.signMessage).toHaveBeenCalledExactlyOnceWith('hi', 'bip322-simple')
    const signInputs = [{ address: segwit, index: 0, sighashTypes: [1] }]
    expect(await wallet.request('signPsbt', { account: segwit, psbt, signInputs, broadcast: true }, null)).toEqual({ psbt, txid: 'ab' })
    expect(unisat.signPsbt).toHaveBeenCalledExactlyOnceWith(psbtHex, { autoFinalized: true, toSignInputs: signInputs })
    await wallet.request('sendTransfer', { account: segwit, recipientAddress: taproot, amount: '5', memo: 'm' }, null)
    expect(unisat.sendBitcoin).toHaveBeenCalledExactlyOnceWith(taproot, 5, { memo: 'm' })
  })

  test('behavior: mirrors accounts and networks', async () => {
    const { wallet, listeners } = start()
    const heard = vi.fn()
    const unsubscribe = wallet.subscribe(heard)
    listeners.get('networkChanged')?.('testnet')
    listeners.get('accountsChanged')?.([])
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2))
    expect(heard.mock.calls).toEqual([
      ['chainChanged', '000000000933ea01ad0ee984209779ba'],
      ['accountsChanged', []],
    ])
    unsubscribe()
    expect(listeners.size).toBe(0)
  })
})

describe('Wallet Standard', () => {
  test('behavior: Bitcoin features, with the wallet’s own account objects', async () => {
    const account = { address: segwit, publicKey: Uint8Array.of(2, 1), chains: ['bitcoin:mainnet'], features: [] }
    const sign = vi.fn(async (..._inputs: unknown[]) => [{ signedPsbt: Uint8Array.of(112, 115, 98, 116, 255) }])
    const wallet = {
      name: 'Harbor',
      chains: ['bitcoin:mainnet'],
      accounts: [] as unknown[],
      features: {
        'bitcoin:connect': { connect: vi.fn(async () => ({ accounts: [account] })) },
        'bitcoin:signTransaction': { signTransaction: sign },
        'bitcoin:signMessage': { signMessage: async () => [{ signature: Uint8Array.of(255) }] },
      },
    }
    const onReady = (event: Event) => (event as CustomEvent<{ register(wallet: object): void }>).detail.register(wallet)
    addEventListener('wallet-standard:app-ready', onReady)
    const found = find()('ws:Harbor')
    removeEventListener('wallet-standard:app-ready', onReady)
    expect(await found.request('getAccountAddresses', { silent: true }, null)).toEqual([])
    expect(await found.request('getAccountAddresses', {}, null)).toEqual([{ address: segwit, publicKey: '0201', intention: 'payment' }])
    expect(wallet.features['bitcoin:connect'].connect).toHaveBeenCalledExactlyOnceWith({ purposes: ['payment', 'ordinals'] })
    expect(await found.request('signMessage', { account: segwit, message: 'hi' }, null)).toEqual({ address: segwit, signature: 'ff' })
    const signInputs = [{ address: segwit, index: 3, sighashTypes: [129] }]
    expect(await found.request('signPsbt', { account: segwit, psbt, signInputs }, null)).toEqual({ psbt })
    const [input] = sign.mock.calls[0] as [{ inputsToSign: { account: unknown }[] }]
    expect(input.inputsToSign).toEqual([{ account, signingIndexes: [3], sigHash: 'ALL|ANYONECANPAY' }])
    expect(input.inputsToSign[0]?.account).toBe(account)
  })
})
