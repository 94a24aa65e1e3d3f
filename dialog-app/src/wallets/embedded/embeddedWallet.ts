import {
  type CaipNetworkId,
  codes,
  errors,
  limits,
  type NamespaceId,
  type Network,
  namespaceOf,
  newId,
  RpcError,
  readProperty,
  type SecureTarget,
  type SecureUser,
  type WalletEvent,
  wireErrors,
} from '@latchkey/protocol'
import { noAccounts } from '../errors.js'
import type { Wallet } from '../wallet.js'
import { connectionsOf } from './connections.js'
import type { SecureFrame } from './secureFrame.js'

/** Its id in records and in the session. */
export const embeddedId = 'auth'

export type EmbeddedWallet = Wallet & {
  /** Who is logged in, as far as this page has heard. */
  user(): SecureUser | null
  /** What the last login gave, by family. */
  connections(): Partial<Record<NamespaceId, Wallet.Connection>>
  /** A login ended well: its user is the wallet's from now on. */
  accept(user: SecureUser): void
  /** The login ended without being asked here: nobody is logged in any more. */
  end(): void
  /** The user logs in by another address from now on. */
  rename(email: string): void
  /** The frame said that it is on another network, or that the session is over. */
  emit(event: Omit<WalletEvent, 'walletId'>): void
}

export type EmbeddedWalletOptions = {
  readonly frame: Pick<SecureFrame, 'call'>
  networks(): readonly Network[]
  /** How the login is called: "Email", "Google". */
  name(user: SecureUser | null): string
  /** What the frame is asked about: the network, and the kind of account that the user chose before. */
  target(chainId: CaipNetworkId | undefined): SecureTarget
  /** The user left: whatever was kept about the login goes. */
  forget(): void
  /** The page asked for something that no approval could allow. */
  onNotAllowed(): void
}

/** EIP-747: `true` would say that the user was asked to list the asset. There is no list, so whoever asks hears why not. */
function cannotWatch(params: unknown): RpcError {
  const asked: unknown = Array.isArray(params) ? params[0] : params
  if (typeof readProperty(asked, 'type') !== 'string') return new RpcError(codes.invalidParams, `${wireErrors.invalidParams}: type`)
  return new RpcError(codes.unsupportedMethod, 'This wallet keeps no list of assets, so nothing was added.')
}

/**
 * The wallet whose keys are in the secure frame. It connects silently only: a user logs in through the views first.
 */
export function createEmbeddedWallet({ frame, networks, name, target, forget, onNotAllowed }: EmbeddedWalletOptions): EmbeddedWallet {
  let user: SecureUser | null = null
  let connections: Partial<Record<NamespaceId, Wallet.Connection>> = {}
  let opening: Promise<SecureUser> | undefined
  const listeners = new Set<(event: WalletEvent) => void>()

  function accept(next: SecureUser, wanted: readonly CaipNetworkId[] = []) {
    user = next
    connections = connectionsOf(next, networks(), wanted)
  }

  function end() {
    user = null
    connections = {}
  }

  /** One login serves every family: two that resume at once ask once. */
  function open(wanted: readonly CaipNetworkId[]): Promise<SecureUser> {
    opening ??= (async () => {
      const { isConnected } = await frame.call('isConnected', {}, { timeout: limits.loginTimeout })
      if (!isConnected) throw noAccounts()
      const [chainId] = wanted
      return await frame.call('getUser', { id: newId(), ...target(chainId) }, { timeout: limits.loginTimeout })
    })().finally(() => {
      opening = undefined
    })
    return opening
  }

  return {
    get info() {
      return { id: embeddedId, name: name(user), kind: 'embedded' as const }
    },
    kind: 'embedded',
    user: () => user,
    connections: () => connections,
    accept,
    end,
    rename(email) {
      if (user) user = { ...user, email }
    },
    async connect({ namespace, networkIds }) {
      if (!user) accept(await open(networkIds), networkIds)
      const connection = connections[namespace]
      if (!connection) throw noAccounts()
      return connection
    },
    async disconnect(namespace) {
      if (namespace) {
        const { [namespace]: _, ...rest } = connections
        connections = rest
        return
      }
      end()
      forget()
      await frame.call('signOut', {}, { timeout: limits.signOutTimeout })
    },
    async request({ namespace, networkId, method, params, signal }) {
      if (method === 'wallet_watchAsset') throw cannotWatch(params)
      const chainId = networkId ?? connections[namespace]?.networkId
      if (!chainId) throw noAccounts()
      const id = newId()
      // A user answers: no timeout. Abort rejects what nobody has approved yet; the frame decides which that is.
      try {
        return await frame.call('rpcRequest', { id, namespace, chainId, method, params }, { timeout: null, signal })
      } catch (error) {
        if (error instanceof RpcError && error.message === errors.rpcNotAllowed) onNotAllowed()
        throw error
      }
    },
    // A user answers: no timeout.
    signTogether: (messages, signal) => frame.call('signIns', { id: newId(), messages }, { timeout: null, signal }),
    async feeOf(chainId, calls) {
      // A bundler that is still starting takes long: the caller sets the timeout.
      const answer = await frame.call('estimateFee', { id: newId(), chainId, calls }, { timeout: null })
      return answer && { ...answer, fee: BigInt(answer.fee) }
    },
    async moveTo(networkId) {
      const namespace = namespaceOf(networkId)
      await frame.call('switchNetwork', { id: newId(), chainId: networkId }, { timeout: limits.loginTimeout })
      // Its account may be another one there: not every network has smart accounts.
      const next = await frame.call('getUser', { id: newId(), ...target(networkId) }, { timeout: limits.loginTimeout })
      accept(next, [networkId, ...Object.values(connections).map((connection) => connection.networkId)])
      return connections[namespace]?.accounts ?? false
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    emit(event) {
      for (const listener of [...listeners]) listener({ ...event, walletId: embeddedId })
    },
  }
}
