import { messageHash, signBip322, signEcdsa } from '@latchkey/testkit/src/signers/bitcoinMessage.ts'
import { base64, hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import type { PlaygroundChain } from '../../config.js'
import { ProviderError } from '../../testWallet/rpcError.js'
import { createConsent } from '../consent.js'
import { iconOf, lazily } from '../keys.js'
import { type BitcoinKey, bitcoinKeys } from './bitcoinKeys.js'

/** The regression test chain, where no money is. */
const testChain = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
/** sats-connect's own codes. */
const rejected = -32_000
const noAccess = -32_002

type Params = Readonly<Record<string, unknown>> | undefined
type Answer = { readonly jsonrpc: '2.0'; readonly id: string } & (
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }
)

/** A Bitcoin wallet that lives in this page and speaks sats-connect. It signs for the regression test chain, and sends nothing. */
function createBitcoinWallet() {
  const keys = lazily(bitcoinKeys)
  const consent = createConsent('bip122', 'Bitcoin test wallet · regtest only')
  const describe = ({ purpose, publicKey, address }: BitcoinKey) => ({
    address,
    // A taproot key goes without the byte that says which of two points it is.
    publicKey: hex.encode(purpose === 'payment' ? publicKey : publicKey.subarray(1)),
    purpose,
    addressType: purpose === 'payment' ? 'p2wpkh' : 'p2tr',
    network: 'regtest',
    walletType: 'software',
  })
  const keyOf = (address: unknown): BitcoinKey => {
    const found = keys().find((key) => key.address === address)
    if (!found) throw new ProviderError(-32_602, 'The Bitcoin test wallet has no such address.')
    return found
  }
  const addresses = (wanted: unknown) => {
    const purposes = Array.isArray(wanted) ? wanted : ['payment', 'ordinals']
    return keys()
      .filter(({ purpose }) => purposes.includes(purpose))
      .map(describe)
  }

  async function signMessage(params: Params) {
    const key = keyOf(params?.address)
    const message = String(params?.message ?? '')
    // A taproot key has no ECDSA signatures.
    const protocol = params?.protocol === 'BIP322' || key.purpose === 'ordinals' ? 'BIP322' : 'ECDSA'
    await consent.confirm({
      title: 'Sign this message?',
      approve: 'Sign',
      facts: [
        ['Account', key.address],
        ['Protocol', protocol],
        ['Message', message],
      ],
    })
    // BIP-322 asks signers to name the form; BIP-137 has one only.
    const signature =
      protocol === 'ECDSA'
        ? base64.encode(signEcdsa(message, key.secret))
        : `smp${base64.encode(signBip322(message, key.script, key.secret))}`
    return { signature, messageHash: hex.encode(messageHash(message)), address: key.address, protocol }
  }

  async function signPsbt(params: Params) {
    if (params?.broadcast === true) throw new ProviderError(-32_603, 'There is no Bitcoin node on this machine to send it through.')
    const transaction = Transaction.fromPSBT(base64.decode(String(params?.psbt)))
    const wanted = Object.entries((params?.signInputs ?? {}) as Record<string, readonly number[]>)
    const outputs = Array.from({ length: transaction.outputsLength }, (_, index) => transaction.getOutput(index))
    await consent.confirm({
      title: 'Sign this transaction?',
      approve: 'Sign',
      facts: [
        ...wanted.map(([address, indexes]) => ['Signs as', `${address}, input ${indexes.join(', ')}`] as const),
        ['Pays', outputs.map(({ amount = 0n }) => `${Number(amount) / 1e8} BTC`).join(', ')],
      ],
    })
    for (const [address, indexes] of wanted)
      for (const index of indexes)
        if (!transaction.signIdx(keyOf(address).secret, index)) throw new ProviderError(-32_602, 'Nothing to sign.')
    return { psbt: base64.encode(transaction.toPSBT()) }
  }

  async function answer(method: string, params: Params): Promise<unknown> {
    switch (method) {
      case 'getInfo':
        return { version: '1.0.0', methods: ['wallet_connect', 'signMessage', 'signPsbt'], supports: [] }
      case 'wallet_connect':
      case 'getAccounts':
      case 'getAddresses': {
        await consent.connect(
          keys()
            .map(({ address }) => address)
            .join('\n'),
        )
        const list = addresses(params?.addresses ?? params?.purposes)
        return method === 'getAccounts' ? list : { addresses: list }
      }
      case 'wallet_getAccount':
        if (!consent.isGiven()) throw new ProviderError(noAccess, 'Access denied.')
        return { addresses: addresses(undefined) }
      case 'wallet_disconnect':
        consent.leave()
        return null
      case 'signMessage':
        return signMessage(params)
      case 'signPsbt':
        return signPsbt(params)
      default:
        throw new ProviderError(-32_601, `The Bitcoin test wallet does not support ${method}.`)
    }
  }

  let requests = 0
  return {
    /** Answers as sats-connect's providers do: JSON-RPC, errors inside. */
    async request(method: string, params?: Params): Promise<Answer> {
      requests += 1
      const id = `${requests}`
      try {
        return { jsonrpc: '2.0', id, result: await answer(method, params) }
      } catch (error) {
        const { code = -32_603, message } = error as { code?: number; message: string }
        return { jsonrpc: '2.0', id, error: { code: code === 4001 ? rejected : code, message } }
      }
    },
    addListener: () => () => undefined,
  }
}

/** Puts the wallet where pages look for it (WBIP-004). */
export function startTestWallet(chains: readonly PlaygroundChain[]): void {
  if (!chains.some(({ caipNetworkId }) => caipNetworkId === testChain)) return
  const page = globalThis as unknown as { btc_providers?: object[]; LatchkeyBitcoinTestWallet?: object }
  page.LatchkeyBitcoinTestWallet = createBitcoinWallet()
  page.btc_providers = [
    ...(page.btc_providers ?? []),
    {
      id: 'LatchkeyBitcoinTestWallet',
      name: 'Bitcoin test wallet',
      icon: iconOf('#C4570B'),
      methods: ['getAddresses', 'signMessage', 'signPsbt'],
    },
  ]
}
