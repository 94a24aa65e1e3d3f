import { SignClient } from '@walletconnect/sign-client'
import { answerAuthentication } from './authenticate.ts'
import { createFamilies } from './families/index.ts'
import { type Family, type FamilyRequest, WalletError } from './family.ts'
import { type Granted, grant } from './namespaces.ts'
import { watchRelay } from './relay.ts'
import { createMemoryStore, type Store } from './stores.ts'

export type Proposal = {
  readonly page: { readonly name: string; readonly url: string }
  readonly namespaces: Readonly<Record<string, Granted>>
}

export type PhoneWalletOptions = {
  /** The same relay as the page's. */
  readonly relayUrl: string
  readonly projectId: string
  /** Default: memory. */
  readonly store?: Store
  /** The keys come from it. */
  readonly secret?: string
  readonly name?: string
  /** Families to grant; default all five. */
  readonly namespaces?: readonly string[]
  /** Nodes by CAIP-2 id, to send transactions. */
  readonly rpcUrls?: Readonly<Record<string, string>>
  /** The user's answer to a page that wants to connect; default yes. */
  readonly approveSession?: (proposal: Proposal) => boolean | Promise<boolean>
  /** The user's answer to a request; default yes. */
  readonly approveRequest?: (request: FamilyRequest) => boolean | Promise<boolean>
  /** Hears what happens, one line each. */
  readonly log?: (line: string) => void
  /**
   * Whether it can connect and sign in at once (`wc_sessionAuthenticate`); default no, as many wallets. `badly`: it refuses with an error of its own.
   * `contract`: it signs there as the account of a contract (ERC-1271).
   */
  readonly authenticates?: boolean | 'badly' | 'contract'
  /** Plays the families; default real keys of all five. */
  readonly families?: readonly Family[]
}

const userRejected = { code: 5000, message: 'User rejected.' }
const noCommonChain = { code: 5100, message: 'Unsupported chains.' }
const internal = { code: -32603, message: 'Something failed.' }
const goodbye = { code: 6000, message: 'User disconnected.' }

const toError = (error: unknown) => {
  if (!(error instanceof WalletError)) return { code: -32603, message: (error as Error).message }
  const { code, message, data } = error
  // Whatever a wallet adds; the library's type knows texts alone.
  return { code, message, ...(data === undefined ? {} : { data: data as string }) }
}

/**
 * A phone wallet without the phone: WalletConnect's client in its wallet role, with real keys. It contacts the relay and the nodes it was
 * given, and nobody else.
 */
export async function startPhoneWallet(options: PhoneWalletOptions) {
  const { relayUrl, projectId, rpcUrls = {}, secret = 'phone wallet', name = 'Phone wallet', log = () => undefined } = options
  const { approveSession = () => true, approveRequest = () => true } = options
  // Several wallets in one process each want their own client.
  process.env.DISABLE_GLOBAL_CORE = 'true'
  const client = await SignClient.init({
    relayUrl,
    projectId,
    storage: options.store ?? createMemoryStore(),
    customStoragePrefix: 'phone-wallet',
    telemetryEnabled: false,
    logger: 'silent',
    metadata: {
      name,
      description: 'A wallet for development',
      url: 'http://localhost',
      icons: [],
      redirect: { native: 'latchkeyphone://' },
    },
  })
  // Pages are not looked up at the vendor: every page counts as unknown.
  client.core.verify.resolve = () => Promise.reject(new Error('Attestation is off'))

  const families = (options.families ?? createFamilies(secret, rpcUrls)).filter(
    ({ namespace }) => options.namespaces?.includes(namespace) ?? true,
  )
  const requests: FamilyRequest[] = []
  watchRelay(client, relayUrl, log)

  client.on('session_proposal', async ({ id, params }) => {
    try {
      const namespaces = grant([params.requiredNamespaces, params.optionalNamespaces], families)
      const { name: pageName, url } = params.proposer.metadata
      if (Object.keys(namespaces).length === 0) return await client.reject({ id, reason: noCommonChain })
      if (!(await approveSession({ page: { name: pageName, url }, namespaces }))) {
        log(`Rejected ${url}`)
        return await client.reject({ id, reason: userRejected })
      }
      await client.approve({ id, namespaces })
      log(`Connected to ${pageName} (${url}): ${Object.keys(namespaces).join(', ')}`)
    } catch (error) {
      log(`Could not connect: ${(error as Error).message}`)
    }
  })

  async function answer(
    request: FamilyRequest,
  ): Promise<{ result: unknown } | { error: { code: number; message: string; data?: string } }> {
    const family = families.find(({ namespace }) => request.chainId.startsWith(`${namespace}:`))
    if (!family) return { error: noCommonChain }
    if (!(await approveRequest(request))) return { error: userRejected }
    try {
      return { result: await family.handle(request) }
    } catch (error) {
      return { error: toError(error) }
    }
  }

  client.on('session_request', async ({ id, topic, params }) => {
    const request = { chainId: params.chainId, method: params.request.method, params: params.request.params as unknown }
    requests.push(request)
    const answered = await answer(request)
    log(`${request.method} on ${request.chainId}: ${'error' in answered ? answered.error.message : JSON.stringify(answered.result)}`)
    const response = { id, jsonrpc: '2.0', ...answered }
    // The page may have gone meanwhile.
    await client.respond({ topic, response }).catch((error: Error) => log(`Could not answer: ${error.message}`))
  })

  const { authenticates = false } = options
  if (authenticates)
    client.on('session_authenticate', async (request) => {
      try {
        if (authenticates === 'badly') return await client.engine.rejectSessionAuthenticate({ id: request.id, reason: internal })
        const approved = await answerAuthentication(
          client,
          families,
          request,
          (page) => approveSession({ page, namespaces: {} }),
          authenticates === 'contract' ? 'eip1271' : 'eip191',
        )
        log(`${approved ? 'Signed in at' : 'Rejected'} ${request.params.requester.metadata.url}`)
      } catch (error) {
        log(`Could not sign in: ${(error as Error).message}`)
      }
    })

  client.on('session_delete', () => log('The page disconnected'))

  const topics = () => client.session.getAll().map(({ topic }) => topic)
  return {
    client,
    families,
    /** Every request so far, approved or not. */
    requests: requests as readonly FamilyRequest[],
    topics,
    address: (chainId: string) => families.find(({ namespace }) => chainId.startsWith(`${namespace}:`))?.address(chainId),
    /** Takes a page's link. */
    async pair(uri: string): Promise<void> {
      await client.pair({ uri })
    },
    /** Replaces what a session grants. Not waited for: `acknowledged()` of sign-client never ends when the answer overtakes the relay's receipt. */
    async update(topic: string, namespaces: Readonly<Record<string, Granted>>): Promise<void> {
      await client.update({ topic, namespaces: { ...namespaces } })
    },
    async emit(topic: string, chainId: string, event: { readonly name: string; readonly data: unknown }): Promise<void> {
      await client.emit({ topic, chainId, event })
    },
    /** Ends every session. */
    async disconnect(): Promise<void> {
      for (const topic of topics()) await client.disconnect({ topic, reason: goodbye })
    },
    /** The phone is out of reach. */
    goOffline: () => client.core.relayer.transportClose(),
    goOnline: () => client.core.relayer.transportOpen(),
    /** Its connection breaks without a goodbye, and it may connect again at once. */
    breakLine(): void {
      const { connection } = client.core.relayer.provider as unknown as { connection: { socket?: { terminate(): void } } }
      connection.socket?.terminate()
    },
    /** The app is closed. Its sessions stay in its store. */
    async stop(): Promise<void> {
      client.core.heartbeat.stop()
      await client.core.relayer.transportClose()
    },
  }
}

export type PhoneWallet = Awaited<ReturnType<typeof startPhoneWallet>>
