import { createWalletClient, defineChain, type Hex, http, toHex } from 'viem'
import { type HDAccount, mnemonicToAccount } from 'viem/accounts'
import { type CreateSiweMessageParameters, createSiweMessage } from 'viem/siwe'
import { chainIds } from '../chains/chainIds.ts'
import { localPhrase } from '../signers/localPhrase.ts'
import type { ExtensionHost } from './extensionHost.ts'
import { type Announcement, type Answer, extensionPage } from './extensionPage.ts'
import { type Fault, faults } from './rpcErrors.ts'

/** Funded on both local chains; not those of the playground's Test wallet. */
export const accounts = [5, 6, 7].map((addressIndex) => mnemonicToAccount(localPhrase, { addressIndex })) as [
  HDAccount,
  HDAccount,
  HDAccount,
]

/** A green square. */
const icon = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#0c7a78"/></svg>',
).toString('base64')}`

export type ExtensionOptions = {
  readonly info?: Partial<Announcement>
  readonly announces?: 'at once' | 'late' | 'never'
  readonly legacy?: boolean
  readonly frozen?: boolean
  /** Chains it has, EIP-155 ids. Default: both local ones. */
  readonly chains?: readonly number[]
  /** Knows `wallet_connect` with `signInWithEthereum` (ERC-7846). */
  readonly signsIn?: boolean
}

/** What a page asks of a sign-in. */
type SignInAsked = {
  readonly nonce: string
  readonly chainId: Hex
  readonly domain: string
  readonly uri: string
  readonly statement?: string
  readonly issuedAt?: string
}

/** What a user and a wallet do with a request. `ask` keeps it waiting until the test decides. */
export type Behaviour = 'approve' | 'ask' | Fault

type Pending = { readonly method: string; readonly decide: (behaviour: 'approve' | Fault) => void }

export type Extension = Awaited<ReturnType<typeof installExtension>>

/** Methods that a real wallet would show to a user. */
const shown = new Set([
  'eth_requestAccounts',
  'wallet_connect',
  'wallet_requestPermissions',
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
])

let installed = 0

/**
 * Installs a scriptable browser extension into every page of a context. Its state lives here and is shared by all tabs of a site, as with a
 * real one. It signs with real keys and sends to the real local chains.
 */
export async function installExtension(
  context: ExtensionHost,
  server: { readonly chains: Readonly<Record<string, string>> },
  options: ExtensionOptions = {},
) {
  const binding = `extension_${++installed}`
  const info: Announcement = { name: 'Harbor', rdns: 'example.harbor', icon, uuid: crypto.randomUUID(), ...options.info }
  const known = new Set(options.chains ?? [chainIds.first, chainIds.second])
  const authorised = new Set<string>()
  const behaviours = new Map<string, Behaviour>()
  const pending: Pending[] = []
  const requests: { readonly origin: string; readonly method: string; readonly params: unknown }[] = []
  let selected: readonly HDAccount[] = [accounts[0]]
  let chainId: number = chainIds.first
  let locked = false
  let otherwise: Partial<CreateSiweMessageParameters> = {}

  const visible = (origin: string) => (authorised.has(origin) && !locked ? selected.map(({ address }) => address) : [])
  const current = () => selected[0] ?? accounts[0]

  /** Tells every open page of the sites that it concerns. A page that is navigating hears nothing, as in life. */
  async function emit(event: string, data: (origin: string) => unknown, concerns = (origin: string) => authorised.has(origin)) {
    await Promise.all(
      context.pages().map(async (page) => {
        const origin = URL.canParse(page.url()) ? new URL(page.url()).origin : ''
        if (!concerns(origin)) return
        await page
          .evaluate(
            ([name, type, value]) => (window as unknown as Record<string, (type: string, value: unknown) => void>)[name]?.(type, value),
            [`${binding}_emit`, event, data(origin)] as const,
          )
          .catch(() => undefined)
      }),
    )
  }

  function client(account: HDAccount) {
    const url = server.chains[`eip155:${chainId}`] ?? ''
    const chain = defineChain({
      id: chainId,
      name: 'local',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [url] } },
    })
    return createWalletClient({ account, chain, transport: http(url) })
  }

  async function moveTo(id: number) {
    if (chainId === id) return
    chainId = id
    await emit('chainChanged', () => toHex(id))
  }

  /** The account, and its signature of an EIP-4361 message that the wallet writes itself. */
  async function connectSigned(asked: SignInAsked) {
    const { address } = current()
    const { chainId: chain, issuedAt, statement, ...said } = asked
    const message = createSiweMessage({
      ...said,
      ...(statement ? { statement } : {}),
      issuedAt: issuedAt ? new Date(issuedAt) : new Date(),
      address,
      chainId: Number(chain),
      version: '1',
      ...otherwise,
    })
    const signature = await current().signMessage({ message })
    return { accounts: [{ address, capabilities: { signInWithEthereum: { message, signature } } }] }
  }

  async function authorise(origin: string) {
    const before = visible(origin).join()
    authorised.add(origin)
    if (visible(origin).join() !== before) await emit('accountsChanged', visible)
  }

  /** What the wallet does once nothing and nobody objects. */
  async function perform(origin: string, method: string, params: readonly unknown[]): Promise<unknown> {
    switch (method) {
      case 'eth_accounts':
        return visible(origin)
      case 'eth_chainId':
        return toHex(chainId)
      case 'eth_requestAccounts':
      case 'wallet_requestPermissions': {
        await authorise(origin)
        return method === 'eth_requestAccounts' ? visible(origin) : [{ parentCapability: 'eth_accounts' }]
      }
      case 'wallet_connect': {
        if (!options.signsIn) throw faults.unsupported
        const [{ capabilities }] = params as [{ capabilities: { signInWithEthereum: SignInAsked } }]
        await authorise(origin)
        return connectSigned(capabilities.signInWithEthereum)
      }
      case 'wallet_getPermissions':
        return authorised.has(origin) ? [{ parentCapability: 'eth_accounts' }] : []
      case 'wallet_revokePermissions':
        authorised.delete(origin)
        await emit(
          'accountsChanged',
          () => [],
          (other) => other === origin,
        )
        return null
      case 'personal_sign':
        return current().signMessage({ message: { raw: params[0] as Hex } })
      case 'eth_signTypedData_v4':
        return current().signTypedData(JSON.parse(String(params[1])))
      case 'eth_sendTransaction': {
        const { to, value, data } = params[0] as { to: Hex; value?: Hex; data?: Hex }
        return client(current()).sendTransaction({ to, value: BigInt(value ?? 0), ...(data ? { data } : {}) })
      }
      case 'wallet_switchEthereumChain': {
        const id = Number((params[0] as { chainId: Hex }).chainId)
        if (!known.has(id)) throw faults.chainMissing
        await moveTo(id)
        return null
      }
      case 'wallet_addEthereumChain': {
        const id = Number((params[0] as { chainId: Hex }).chainId)
        known.add(id)
        return null
      }
      default: {
        const url = server.chains[`eip155:${chainId}`]
        if (!url) throw faults.chainDisconnected
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
        const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
        const { result, error } = (await answer.json()) as { result?: unknown; error?: Fault }
        if (error) throw error
        return result
      }
    }
  }

  async function answer(origin: string, method: string, params: readonly unknown[]): Promise<Answer> {
    requests.push({ origin, method, params })
    const needsAccount = /^(personal_sign|eth_sign|eth_sendTransaction)/.test(method)
    try {
      const already = method === 'eth_requestAccounts' && visible(origin).length > 0
      let behaviour = behaviours.get(method) ?? 'approve'
      if (behaviour === 'ask' && shown.has(method) && !already)
        behaviour = await new Promise<'approve' | Fault>((decide) => {
          pending.push({ method, decide })
        })
      if (typeof behaviour === 'object') throw behaviour
      if (needsAccount && !authorised.has(origin)) throw faults.unauthorized
      return { result: await perform(origin, method, params) }
    } catch (error) {
      const { code, message, data } = error as Fault
      return { fault: { code: code ?? -32603, message, ...(data === undefined ? {} : { data }) } }
    }
  }

  await context.exposeBinding(binding, (_source, origin: string, method: string, params: unknown) =>
    answer(origin, method, Array.isArray(params) ? params : []),
  )
  await context.addInitScript(extensionPage, {
    binding,
    info,
    announces: options.announces ?? 'at once',
    legacy: options.legacy ?? false,
    frozen: options.frozen ?? false,
  })

  return {
    info,
    /** Every request that reached the wallet, oldest first. */
    requests,
    /** Methods only, without the plumbing. */
    methods: () => requests.map(({ method }) => method),
    /** Requests that wait for a decision. */
    pending,
    /** From now on this method is answered so. */
    on(method: string, behaviour: Behaviour) {
      behaviours.set(method, behaviour)
    },
    /** From now on the message of a sign-in says this instead of what was asked for. */
    signOtherwise(said: Partial<CreateSiweMessageParameters>) {
      otherwise = said
    },
    /** The user decides about the oldest open question. */
    decide(behaviour: 'approve' | Fault) {
      const question = pending.shift()
      if (!question) throw new Error('The extension asks nothing')
      question.decide(behaviour)
    },
    /** The site is known already, as after an earlier visit. */
    authorise: (origin: string) => void authorised.add(origin),
    /** The user picks other accounts in the wallet itself; none means that the site was removed there. */
    async selectAccounts(next: readonly HDAccount[]) {
      selected = next
      await emit('accountsChanged', visible)
    },
    /** The user picks another chain in the wallet itself. */
    async selectChain(id: number) {
      known.add(id)
      await moveTo(id)
    },
    async lock() {
      locked = true
      await emit('accountsChanged', () => [])
    },
    async unlock() {
      locked = false
      await emit('accountsChanged', visible)
    },
    /** Without telling anybody: the wallet was locked before the page came. */
    lockSilently() {
      locked = true
    },
    /** The late announcement, in every open page. */
    async announce() {
      for (const page of context.pages())
        await page.evaluate((name) => (window as unknown as Record<string, () => void>)[name]?.(), `${binding}_announce`)
    },
    chainId: () => chainId,
    hasChain: (id: number) => known.has(id),
  }
}
