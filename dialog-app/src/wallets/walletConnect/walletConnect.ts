import {
  codes,
  errors,
  limits,
  methodPolicy,
  type NamespaceId,
  type Network,
  namespaceOf,
  RpcError,
  reasonOf,
  type WalletEvent,
  type WalletKind,
} from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import type { Wallet } from '../wallet.js'
import type { Approval, Channel } from './channel.js'
import { followChannel } from './channelEvents.js'
import type { ClientOptions } from './client.js'
import { aborted, pairingExpired } from './errors.js'
import { createLocalChannel } from './localChannel.js'
import { createPairings, type Pairing, type PairingCode } from './pairing.js'
import type { RelayStatus } from './relayStatus.js'
import { abortable, sendRequest } from './requests.js'
import { type Choices, createSessionState, walletConnectId } from './sessionState.js'

export type WalletConnectOptions = ClientOptions & {
  /** The page's networks, the preferred one first. Every family among them is proposed, none is required. */
  readonly networks: () => readonly Network[]
  /** The sign-in that a wallet may do while it connects; default none. */
  readonly offerSignIn?: () => Promise<Wallet.SignInOffer | undefined>
  /** Milliseconds; default 240 s. */
  readonly pairingExpiry?: number
  /** Seconds after which nobody waits for a wallet's answer any more; default 300. */
  readonly requestExpiry?: number
  /** Keep the code when the user leaves it: Telegram and iOS open links only within the tap, so that it has to be there before. */
  readonly reusesCode?: boolean
  /** Which accounts the user has chosen; default for this page's life. */
  readonly choices?: Choices
  /** The way to the client; default one of this page's own. */
  readonly channel?: Channel
}

/** The wallet at the other end, as it describes itself. All of it is its own claim. */
export type Peer = {
  readonly name: string
  readonly url: string
  readonly icons: readonly string[]
  readonly redirect?: { readonly native?: string; readonly universal?: string }
}

/** A {@link Wallet} that lives on another device, reached through a relay. */
export type WalletConnect = Omit<Wallet, 'connect' | 'request'> & {
  /**
   * Waits for a wallet to approve. `onUri` hears the code, and each one that replaces an expired code.
   *
   * @throws RpcError the wallet's refusal; 4001 when aborted; 4900 when the relay cannot be reached; 4100 when it refuses us; -32001 when
   *   nobody scanned in an hour, or the wallet gives no account of that family, or there is nothing to reconnect
   */
  connect(parameters: WalletConnect.ConnectParameters): Promise<WalletConnect.Connection>
  /** `onSent` hears the id under which a request left for the wallet; calls that the session answers itself have none. */
  request(parameters: Wallet.RequestParameters & { readonly onSent?: (id: number) => void }): Promise<unknown>
  /** Makes sure that there is a live code, so that a link can be opened within the next tap. One at a time. */
  prepare(): Promise<PairingCode>
  /** The live code, without waiting. */
  code(): PairingCode | undefined
  /** What the session connects now, by family. */
  connections(): Readonly<Partial<Record<NamespaceId, Wallet.Connection>>>
  peer(): Peer | undefined
  /** The topic that a wallet knows this connection by, for links to it. */
  topic(): string | undefined
  readonly relay: { get(): RelayStatus; subscribe(listener: (status: RelayStatus) => void): () => void }
  /** Ends sockets and timers. The session stays for the next visit. */
  stop(): Promise<void>
}

export declare namespace WalletConnect {
  type ConnectParameters = Wallet.ConnectParameters & {
    readonly onUri?: (code: PairingCode) => void
    /** A wallet has this code and has not answered yet. */
    readonly onHeard?: (uri: string) => void
  }
  /** One approval connects every family that the wallet granted: `all` has them, the asked one included. */
  type Connection = Wallet.Connection & { readonly all: Readonly<Partial<Record<NamespaceId, Wallet.Connection>>> }
}

const moving: readonly string[] = ['wallet_switchEthereumChain', 'wallet_addEthereumChain']

/** Seconds that a wallet has for an answer that needs no user: one that sleeps gives none. */
const readExpiry = 15
/** An hour of codes; then somebody forgot the page. */
const renewals = 15
const kind: WalletKind = 'walletConnect'

/** The tab that made the code is gone, and the code with it; or the wallet needs another kind of code. */
const isLost = (error: unknown) =>
  error instanceof RpcError && (reasonOf(error) === 'pairing_lost' || reasonOf(error) === 'authentication_failed')

/**
 * The WalletConnect wallet. There is one per page; its client is downloaded at the first use.
 */
export function createWalletConnect(dialog: Dialog, options: WalletConnectOptions): WalletConnect {
  const { networks, reusesCode = false, requestExpiry = 300, offerSignIn = async () => undefined } = options
  const expiry = options.pairingExpiry ?? limits.pairingExpiry
  const listeners = new Set<(event: WalletEvent) => void>()
  const state = createSessionState(
    () => networks().map(({ caipNetworkId }) => caipNetworkId),
    (change) => {
      for (const listener of [...listeners]) listener({ ...change, walletId: walletConnectId })
    },
    options.choices,
  )
  const channel = options.channel ?? createLocalChannel(dialog, options)
  const { relay } = channel
  /** Whether there is a client, as far as this page knows. */
  let started = false
  const pairings = createPairings({ channel, networks, offerSignIn, expiry, now: dialog.now })
  followChannel(channel, state, pairings.isOurs)

  function connectionOf(namespace: NamespaceId): Wallet.Connection | undefined {
    const networkId = state.network(namespace)
    const grant = state.grant(namespace)
    // A wallet that takes requests to switch or to add may go where it was not proposed.
    const fixed = grant && !grant.methods.some((method) => moving.includes(method))
    return networkId && { accounts: state.accountsOf(namespace), networkId, ...(fixed ? { approved: grant.networkIds } : {}) }
  }

  const connections = () =>
    Object.fromEntries(state.families.map((family) => [family, connectionOf(family)])) as Partial<Record<NamespaceId, Wallet.Connection>>

  function connected(namespace: NamespaceId): WalletConnect.Connection {
    const all = connections()
    const asked = all[namespace]
    if (!asked) throw new RpcError(codes.resourceNotFound, errors.chainsNotSupported, { data: { reason: 'namespace_not_granted' } })
    return { ...asked, all }
  }

  /** Waits for the approval of this code, or for its end. */
  async function approvalOf(pairing: Pairing): Promise<Approval | 'expired'> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = new Promise<'expired'>((resolve) => {
      timer = setTimeout(() => resolve('expired'), Math.max(0, pairing.expiresAt - dialog.now()))
    })
    const approval = pairing.approval.catch((error: unknown) => {
      if (isLost(error)) return 'expired' as const
      throw error
    })
    return await Promise.race([approval, end]).finally(() => clearTimeout(timer))
  }

  async function pair({ signal, onUri, onHeard }: WalletConnect.ConnectParameters): Promise<Approval> {
    for (let count = 0; count < renewals; count += 1) {
      const pairing = await pairings.take()
      if (signal?.aborted) throw aborted(errors.connectionRejected)
      onUri?.({ uri: pairing.uri, expiresAt: pairing.expiresAt })
      void pairing.heard.then(() => onHeard?.(pairing.uri))
      const approval = await approvalOf(pairing)
      if (approval !== 'expired') return approval
      if (signal?.aborted) throw aborted(errors.connectionRejected)
    }
    throw pairingExpired()
  }

  /** The other tabs follow where a family went. */
  function tellMove(namespace: NamespaceId, before: ReturnType<typeof state.network>): void {
    const networkId = state.network(namespace)
    const topic = state.session?.topic
    if (topic && networkId && networkId !== before) channel.publish({ type: 'moved', topic, namespace, networkId })
  }

  /** Asked again, the relay may think better of it: a clock was set, a project was added. */
  async function renewRefused(): Promise<void> {
    started = true
    if (relay.get().state !== 'refused') return
    pairings.cancel()
    await channel.call('renew', null)
  }

  /** As long as the relay refuses us, no code will come. */
  function refusal(): { promise: Promise<never>; unsubscribe: () => void } {
    let unsubscribe = () => {}
    const promise = new Promise<never>((_resolve, reject) => {
      const look = (status: RelayStatus) => {
        if (status.state === 'refused') reject(status.error)
      }
      unsubscribe = relay.subscribe(look)
    })
    promise.catch(() => undefined)
    return { promise, unsubscribe }
  }

  return {
    kind,
    get info() {
      return { id: walletConnectId, name: state.session?.peer.metadata.name || 'WalletConnect', kind }
    },
    relay: { get: relay.get, subscribe: relay.subscribe },
    async prepare() {
      await renewRefused()
      const { uri, expiresAt } = await pairings.take()
      return { uri, expiresAt }
    },
    code: pairings.peek,
    connections,
    peer() {
      const metadata = state.session?.peer.metadata
      if (!metadata) return undefined
      const { name, url, icons, redirect } = metadata
      return { name, url, icons, ...(redirect ? { redirect } : {}) }
    },
    topic: () => state.session?.topic,
    async connect(parameters) {
      const { namespace, networkIds, isReconnecting, signal } = parameters
      if (isReconnecting) {
        started = true
        const [latest] = state.session ? [state.session] : await channel.call('sessions', null)
        if (!latest) throw new RpcError(codes.resourceNotFound, errors.sessionNotInitialized)
        // The session does not tell where each family was.
        if (!state.session) state.begin(latest, networkIds)
        return connected(namespace)
      }
      await renewRefused()
      const { promise: refused, unsubscribe } = refusal()
      let signed: Approval['signed'] = []
      try {
        const approval = await abortable(Promise.race([pair(parameters), refused]), signal)
        state.begin(approval.session)
        signed = approval.signed
      } finally {
        unsubscribe()
        // The user left: a wallet that approves later must not connect behind their back.
        if (signal?.aborted && !reusesCode) pairings.cancel()
      }
      const connection = connected(namespace)
      const own = signed.find(({ networkId, address }) => networkId === connection.networkId && address === connection.accounts[0]?.address)
      return { ...connection, ...(own && { signed: own }) }
    },
    async disconnect(namespace) {
      const { session } = state
      if (!session) return
      const { topic } = session
      if (namespace && !state.families.includes(namespace)) return
      if (namespace && state.drop(namespace)) {
        channel.publish({ type: 'dropped', topic, namespace })
        const rest = Object.entries(session.namespaces).filter(([key]) => key.split(':')[0] !== namespace)
        // Only some wallets let a page give a family back. The others keep it, and we forget it.
        await channel.call('update', { topic, namespaces: Object.fromEntries(rest) })
        return
      }
      state.end()
      await channel.call('end', { topic })
    },
    moveTo(networkId) {
      const namespace = namespaceOf(networkId)
      const before = state.network(namespace)
      const moved = state.move(namespace, networkId)
      tellMove(namespace, before)
      return moved
    },
    async request(call) {
      if (!started) throw new RpcError(codes.disconnected, errors.signClientNotInitialized)
      const { namespace } = call
      const before = state.network(namespace)
      const isRead = methodPolicy(call.namespace, call.method) === 'read'
      const result = await sendRequest(channel, state, call, isRead ? readExpiry : requestExpiry)
      tellMove(namespace, before)
      return result
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: () => channel.stop(),
  }
}
