import { readTransaction } from '@latchkey/testkit/src/signers/solanaTransaction.ts'
import { ed25519 } from '@noble/curves/ed25519'
import { base58, base64 } from '@scure/base'
import type { PlaygroundChain } from '../../config.js'
import { isLocalHost } from '../../testWallet/chains.js'
import { ProviderError, unauthorized } from '../../testWallet/rpcError.js'
import { createConsent } from '../consent.js'
import { iconOf, lazily, secretOf } from '../keys.js'
import { askSolana } from './askSolana.js'
import { type SignInInput, writeSignIn } from './signInMessage.js'

/** Mainnet, devnet and testnet: a gateway on this machine may serve them too, and then looks like a local node. */
const publicChains = /^solana:(?:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp|EtWTRABZaYq6iMfeYKouRu166VU2xqa1|4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z)$/
/** The Wallet Standard's name for a chain that is none of the public ones. */
const chain = 'solana:localnet'
/** What an account gets that has nothing, on the local chain only. */
const airdrop = 10_000_000_000
const lamportsPerSol = 1_000_000_000

type Account = {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
  readonly label: string
}
type TransactionInput = { readonly account: Account; readonly transaction: Uint8Array; readonly chain?: string; readonly options?: object }
type Change = (change: { readonly accounts: readonly Account[] }) => void

/**
 * A Wallet Standard wallet that lives in this page: it really signs, and sends to the local chain only.
 *
 * @param rpcUrl the local chain's node
 */
function createSolanaWallet(rpcUrl: string) {
  const secret = secretOf('solana')
  const consent = createConsent('solana', 'Solana test wallet · local chain only')
  const version = '1.0.0' as const
  const transactions = { version, supportedTransactionVersions: ['legacy', 0] as const }
  const signing = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction', 'solana:signIn']
  const account = lazily((): Account => {
    const publicKey = ed25519.getPublicKey(secret)
    return Object.freeze({ address: base58.encode(publicKey), publicKey, chains: [chain], features: signing, label: 'Test account' })
  })
  const accounts = () => (consent.isGiven() ? [account()] : [])
  const check = (input: { readonly account: Account; readonly chain?: string }) => {
    if (input.account.address !== account().address) throw unauthorized()
    if (input.chain !== undefined && input.chain !== chain)
      throw new ProviderError(-32602, 'The Solana test wallet only uses the local chain.')
  }

  /** The first use of the account: the chain's faucet fills it. */
  async function fill() {
    const { address } = account()
    const { value } = (await askSolana(rpcUrl, 'getBalance', [address])) as { value: number }
    if (value === 0) await askSolana(rpcUrl, 'requestAirdrop', [address, airdrop])
  }

  async function connect(input?: { readonly silent?: boolean }) {
    if (!consent.isGiven() && input?.silent) return { accounts: [] }
    await consent.connect(account().address)
    await fill().catch(() => undefined)
    return { accounts: accounts() }
  }

  async function signBytes(bytes: Uint8Array, title: string, approve: string) {
    const { address } = account()
    const { message, slotOf, transfers, programs } = readTransaction(bytes)
    const slot = slotOf(address)
    if (slot === undefined) throw new ProviderError(-32602, 'This account does not sign that transaction.')
    const moves = transfers.map(({ to, lamports }) => ['Amount', `${Number(lamports) / lamportsPerSol} SOL to ${to}`] as const)
    await consent.confirm({
      title,
      approve,
      facts: [['Account', address], ...(moves.length > 0 ? moves : ([['Programs', programs.join('\n')]] as const))],
    })
    const signature = ed25519.sign(message, secret)
    const signed = Uint8Array.from(bytes)
    signed.set(signature, slot)
    return { signature, signed }
  }

  async function each<Input, Output>(inputs: readonly Input[], work: (input: Input) => Promise<Output>) {
    const outputs: Output[] = []
    for (const input of inputs) outputs.push(await work(input))
    return outputs
  }

  const signMessage = (...inputs: readonly { readonly account: Account; readonly message: Uint8Array }[]) =>
    each(inputs, async (input) => {
      check(input)
      const text = new TextDecoder().decode(input.message)
      await consent.confirm({
        title: 'Sign this message?',
        approve: 'Sign',
        facts: [
          ['Account', account().address],
          ['Message', text],
        ],
      })
      return { signedMessage: input.message, signature: ed25519.sign(input.message, secret), signatureType: 'ed25519' as const }
    })
  const signTransaction = (...inputs: readonly TransactionInput[]) =>
    each(inputs, async (input) => {
      check(input)
      return { signedTransaction: (await signBytes(input.transaction, 'Sign this transaction?', 'Sign')).signed }
    })
  const signAndSendTransaction = (...inputs: readonly TransactionInput[]) =>
    each(inputs, async (input) => {
      check(input)
      const { signature, signed } = await signBytes(input.transaction, 'Send this transaction?', 'Send')
      await fill()
      await askSolana(rpcUrl, 'sendTransaction', [base64.encode(signed), { ...input.options, encoding: 'base64' }])
      return { signature }
    })
  const signIn = (...inputs: readonly SignInInput[]) =>
    each(inputs.length > 0 ? inputs : [{}], async (input) => {
      await connect()
      const message = new TextEncoder().encode(writeSignIn(input, location.host, account().address))
      const [output] = await signMessage({ account: account(), message })
      return { account: account(), ...output }
    })

  return {
    version,
    name: 'Solana test wallet',
    icon: iconOf('#7A3FF2'),
    chains: [chain] as const,
    get accounts() {
      return accounts()
    },
    features: {
      'standard:connect': { version, connect },
      'standard:disconnect': { version, disconnect: async () => consent.leave() },
      'standard:events': {
        version,
        on: (event: string, listener: Change) =>
          event === 'change' ? consent.subscribe(() => listener({ accounts: accounts() })) : () => undefined,
      },
      'solana:signMessage': { version, signMessage },
      'solana:signTransaction': { ...transactions, signTransaction },
      'solana:signAndSendTransaction': { ...transactions, signAndSendTransaction },
      'solana:signIn': { version, signIn },
    },
  }
}

/** Puts a wallet where pages look for it, whoever comes first (Wallet Standard). */
function registerWallet(wallet: object): void {
  const register = (api: { register(wallet: object): unknown }) => api.register(wallet)
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent).detail))
}

/** Puts the wallet into a page with a local chain. */
export function startTestWallet(chains: readonly PlaygroundChain[]): void {
  const local = chains.find(
    ({ caipNetworkId, rpcUrl }) =>
      caipNetworkId.startsWith('solana:') && !publicChains.test(caipNetworkId) && rpcUrl && isLocalHost(rpcUrl),
  )
  if (local?.rpcUrl) registerWallet(createSolanaWallet(local.rpcUrl))
}
