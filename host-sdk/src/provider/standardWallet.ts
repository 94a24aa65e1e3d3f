import { type CaipNetworkId, codes, type SolanaMethods, type SolanaSignInInput, solanaSignInMessage, wireErrors } from '@latchkey/protocol'
import type { Families } from '../discovery/createFamilies.js'
import { fromBase58, fromBase64, toBase58, toBase64 } from '../discovery/encoding.js'
import { toStandardChain } from '../discovery/solana/standardChains.js'
import { ModalError } from '../modalError.js'
import type { IdentifierString, StandardAccount, StandardChange, StandardWallet } from '../standardTypes.js'
import type { FamilyRequests, PageContext } from './familyRequests.js'
import { notConnected } from './notConnected.js'

const namespace = 'solana'

/** What accounts of a wallet can do when it does not say: the methods that every session of Solana has. */
const signing = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'] as const

type SignInput = { readonly account: { readonly address: string }; readonly chain?: string }
type TransactionInput = SignInput & { readonly transaction: Uint8Array; readonly options?: object }
type Result<Method extends keyof SolanaMethods> = ReturnType<SolanaMethods[Method]>

/** What stands behind the page's Wallet Standard wallet. Methods are called as its features' methods are. */
export type StandardSide = Pick<StandardWallet, 'accounts' | 'chains'> & {
  connect(input?: { readonly silent?: boolean }): Promise<{ readonly accounts: readonly StandardAccount[] }>
  disconnect(): Promise<void>
  signMessage(...inputs: readonly (SignInput & { readonly message: Uint8Array })[]): Promise<readonly object[]>
  signTransaction(...inputs: readonly TransactionInput[]): Promise<readonly object[]>
  signAndSendTransaction(...inputs: readonly TransactionInput[]): Promise<readonly object[]>
  signIn(...inputs: readonly SolanaSignInInput[]): Promise<readonly object[]>
}

const sameAccount = (one: StandardAccount, other: StandardAccount) =>
  one.address === other.address && `${one.chains}` === `${other.chains}` && `${one.features}` === `${other.features}`

/**
 * The part of the page's Wallet Standard wallet that needs Solana's code.
 *
 * @param emit tells the wallet's listeners of a change
 */
export function createStandardSide(
  context: PageContext,
  families: Pick<Families, 'features' | 'list'>,
  requests: FamilyRequests,
  emit: (change: StandardChange) => void,
): { readonly side: StandardSide; update(): void } {
  const { store, networks, resumed, disconnect } = context
  const ownNetworks = () => networks().filter((id) => id.startsWith(`${namespace}:`))
  const nameOf = (id: CaipNetworkId) => toStandardChain(id, []) ?? id
  let accounts: readonly StandardAccount[] = Object.freeze([])
  let chains: readonly IdentifierString[] = readChains()

  function readChains(): readonly IdentifierString[] {
    return Object.freeze([...new Set(ownNetworks().map(nameOf))])
  }

  function readAccounts(): readonly StandardAccount[] {
    const { snapshot } = store.facts()
    const wallet = snapshot.wallets[namespace]
    return (snapshot.accounts[namespace] ?? []).map(({ address }) => {
      const said = wallet?.kind === 'host' ? families.features(namespace, wallet.id, address) : undefined
      const features = signing.filter((feature) => !said?.length || said.includes(feature))
      const all: readonly IdentifierString[] = features.includes('solana:signMessage') ? [...features, 'solana:signIn'] : features
      const fresh = Object.freeze({ address, publicKey: fromBase58(address), chains, features: Object.freeze(all) })
      // Pages keep accounts as keys: an account stays the same object until something of it changes.
      return accounts.find((known) => sameAccount(known, fresh)) ?? fresh
    })
  }

  function update() {
    const now = readChains()
    const moved = `${now}` !== `${chains}`
    if (moved) chains = now
    const next = readAccounts()
    const changed = next.length !== accounts.length || next.some((account, index) => account !== accounts[index])
    if (changed) accounts = Object.freeze(next)
    if (changed || moved) emit({ ...(changed && { accounts }), ...(moved && { chains }) })
  }

  /** The account of ours that an input means: pages may hold one from before a change. */
  function find(given: { readonly address?: unknown } | undefined): StandardAccount {
    const account = accounts.find((each) => each.address === given?.address)
    if (!account) throw accounts.length ? new ModalError(codes.unauthorized, 'Unauthorized') : notConnected('standard:connect')
    return account
  }

  /**
   * The network that a chain's name means. Several networks may be called `solana:localnet`: the one that the wallet is on comes first.
   *
   * @throws ModalError -32602 for a chain that the page does not use
   */
  function networkOf(chain: string | undefined): CaipNetworkId | null {
    const current = requests.network(namespace)
    if (chain === undefined) return current
    const named = ownNetworks().filter((id) => nameOf(id) === chain)
    const found = named.find((id) => id === current) ?? named[0]
    if (!found) throw new ModalError(codes.invalidParams, wireErrors.invalidParams)
    return found
  }

  const ask = <Method extends keyof SolanaMethods>(
    method: Method,
    params: Parameters<SolanaMethods[Method]>[0],
    at: CaipNetworkId | null = null,
  ) => requests.request(namespace, { method, params }, at) as Promise<Result<Method>>

  async function connect() {
    await requests.connect(namespace)
    update()
    return { accounts }
  }

  async function signMessage({ address }: StandardAccount, message: Uint8Array) {
    const { signature, signedMessage } = await ask('solana_signMessage', { pubkey: address, message: toBase58(message) })
    return {
      signedMessage: signedMessage ? fromBase64(signedMessage) : message,
      signature: fromBase58(signature),
      signatureType: 'ed25519' as const,
    }
  }

  async function signTransactions(
    pubkey: string,
    at: CaipNetworkId | null,
    inputs: readonly TransactionInput[],
  ): Promise<readonly Uint8Array[]> {
    const transactions = inputs.map(({ transaction }) => toBase64(transaction))
    const [only] = transactions
    const signed =
      only !== undefined && transactions.length === 1
        ? [(await ask('solana_signTransaction', { pubkey, transaction: only }, at)).transaction]
        : (await ask('solana_signAllTransactions', { pubkey, transactions }, at)).transactions
    return signed.map(fromBase64)
  }

  async function signIn(input: SolanaSignInInput) {
    if (input.domain !== undefined && input.domain !== location.host)
      throw new ModalError(codes.invalidParams, 'The domain of a sign-in must be this page’s')
    const account = find(input.address === undefined ? accounts[0] : { address: input.address })
    const { address } = account
    const wallet = store.facts().snapshot.wallets[namespace]
    const info = families.list().find(({ id }) => id === wallet?.id)
    const knows = wallet?.kind === 'host' ? info?.namespaces[namespace]?.features?.includes('solana:signIn') : wallet?.kind === 'embedded'
    if (knows) {
      const output = await ask('solana_signIn', { input: { ...input, address } })
      const answer = { signedMessage: fromBase64(output.signedMessage), signature: fromBase58(output.signature) }
      return { account: find({ address: output.pubkey }), ...answer, signatureType: 'ed25519' as const }
    }
    const message = solanaSignInMessage({ ...input, domain: location.host, address })
    return { account, ...(await signMessage(account, new TextEncoder().encode(message))) }
  }

  const side: StandardSide = {
    get accounts() {
      return accounts
    },
    get chains() {
      return chains
    },
    async connect({ silent } = {}) {
      if (!silent) return connect()
      await resumed()
      update()
      return { accounts }
    },
    disconnect: () => disconnect(namespace),
    async signMessage(...inputs) {
      const outputs = []
      for (const { account, message } of inputs) outputs.push(await signMessage(find(account), message))
      return outputs
    },
    async signTransaction(...inputs) {
      const asked = inputs.map((input) => ({ input, at: networkOf(input.chain), pubkey: find(input.account).address }))
      const signed = new Map<TransactionInput, Uint8Array>()
      // One question for all that one account signs for one network.
      for (const { at, pubkey } of asked) {
        const own = asked.filter((each) => each.at === at && each.pubkey === pubkey && !signed.has(each.input)).map(({ input }) => input)
        if (!own.length) continue
        const results = await signTransactions(pubkey, at, own)
        for (const [index, input] of own.entries()) signed.set(input, results[index] ?? input.transaction)
      }
      return inputs.map((input) => ({ signedTransaction: signed.get(input) ?? input.transaction }))
    },
    async signAndSendTransaction(...inputs) {
      const outputs = []
      for (const { account, transaction, chain, options } of inputs) {
        const at = networkOf(chain)
        const pubkey = find(account).address
        const params = { pubkey, transaction: toBase64(transaction), ...(options && { sendOptions: { ...options } }) }
        const { signature } = await ask('solana_signAndSendTransaction', params, at)
        outputs.push({ signature: fromBase58(signature) })
      }
      return outputs
    },
    async signIn(...inputs) {
      await connect()
      const outputs = []
      for (const input of inputs.length ? inputs : [{}]) outputs.push(await signIn(input))
      return outputs
    },
  }
  store.subscribe(update)
  update()
  return { side, update }
}
