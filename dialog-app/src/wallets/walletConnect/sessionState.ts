import type { Account, CaipNetworkId, NamespaceId, WalletEvent } from '@latchkey/protocol'
import type { ClientSession, SessionNamespaces } from './client.js'
import { firstNetwork, type Grants, readGrants } from './grants.js'

export const walletConnectId = 'walletConnect'

type Change = Omit<WalletEvent, 'walletId'>

/** The part behind the colon: what events carry as a chain. */
const reference = (networkId: CaipNetworkId) => networkId.slice(networkId.indexOf(':') + 1)

const addresses = (accounts: readonly Account[]) => accounts.map(({ address }) => address)
const same = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((entry, index) => entry === other[index])

/**
 * One session as the dialog sees it: which families are granted, on which network each one is.
 *
 * @param wanted the page's networks in order of preference
 * @param emit hears every change once
 */
export function createSessionState(wanted: () => readonly CaipNetworkId[], emit: (change: Change) => void) {
  let session: ClientSession | undefined
  let grants: Grants = {}
  let networks: Readonly<Partial<Record<NamespaceId, CaipNetworkId>>> = {}
  /** Families that the user disconnected although the wallet still grants them. */
  const dropped = new Set<NamespaceId>()

  const families = () => Object.keys(grants) as NamespaceId[]

  function accountsOf(namespace: NamespaceId, at: CaipNetworkId | null = null): readonly Account[] {
    const networkId = at ?? networks[namespace]
    return (networkId && grants[namespace]?.accounts[networkId]) ?? []
  }

  function read(namespaces: SessionNamespaces, preferred: readonly CaipNetworkId[] = []): void {
    const all = readGrants(namespaces)
    grants = Object.fromEntries(Object.entries(all).filter(([namespace]) => !dropped.has(namespace as NamespaceId)))
    const entries = families().flatMap((namespace) => {
      const grant = grants[namespace]
      const known = networks[namespace]
      if (!grant) return []
      return [[namespace, known && grant.networkIds.includes(known) ? known : firstNetwork(grant, [...preferred, ...wanted()])] as const]
    })
    networks = Object.fromEntries(entries)
  }

  function update(next: ClientSession, isNew = false): void {
    const before = families().map((namespace) => ({
      namespace,
      accounts: addresses(accountsOf(namespace)),
      network: networks[namespace],
    }))
    session = next
    read(next.namespaces)
    for (const { namespace, accounts, network } of before) {
      const now = networks[namespace]
      if (!now) emit({ namespace, event: 'disconnect' })
      else {
        if (now !== network) emit({ namespace, event: 'chainChanged', data: reference(now) })
        const present = addresses(accountsOf(namespace))
        if (isNew || !same(present, accounts)) emit({ namespace, event: 'accountsChanged', data: present })
      }
    }
    for (const namespace of families()) {
      if (before.some((entry) => entry.namespace === namespace)) continue
      emit({ namespace, event: 'accountsChanged', data: addresses(accountsOf(namespace)) })
    }
  }

  return {
    get session() {
      return session
    },
    get families() {
      return families()
    },
    grant: (namespace: NamespaceId) => grants[namespace],
    network: (namespace: NamespaceId) => networks[namespace],
    accountsOf,
    /**
     * A session begins: nothing is emitted, whoever connected knows.
     *
     * @param preferred networks to be on, before the page's own
     */
    begin(next: ClientSession, preferred: readonly CaipNetworkId[] = []): void {
      session = next
      dropped.clear()
      networks = {}
      read(next.namespaces, preferred)
    },
    /** The wallet replaced its namespaces. */
    update,
    /** Another tab connected another wallet: every family of it is news. */
    replace(next: ClientSession): void {
      dropped.clear()
      update(next, true)
    },
    /** The wallet chose other accounts: the first of them becomes the active one. */
    choose(namespace: NamespaceId, chosen: readonly string[]): void {
      const networkId = networks[namespace]
      const grant = grants[namespace]
      if (!grant || !networkId) return
      const known = accountsOf(namespace)
      const wantedAddress = (account: Account) => chosen.some((address) => address.toLowerCase() === account.address.toLowerCase())
      const ordered = [...known.filter(wantedAddress), ...known.filter((account) => !wantedAddress(account))]
      // An account outside the session could not sign.
      if (!known.some(wantedAddress) || same(addresses(ordered), addresses(known))) return
      grants = { ...grants, [namespace]: { ...grant, accounts: { ...grant.accounts, [networkId]: ordered } } }
      emit({ namespace, event: 'accountsChanged', data: addresses(ordered) })
    },
    /** Moves a family to a granted network; false when it is not granted. */
    move(namespace: NamespaceId, networkId: CaipNetworkId): boolean {
      if (!grants[namespace]?.networkIds.includes(networkId)) return false
      if (networks[namespace] === networkId) return true
      const before = addresses(accountsOf(namespace))
      networks = { ...networks, [namespace]: networkId }
      emit({ namespace, event: 'chainChanged', data: reference(networkId) })
      const present = addresses(accountsOf(namespace))
      if (!same(present, before)) emit({ namespace, event: 'accountsChanged', data: present })
      return true
    },
    /** The network that a user chose in another tab; those who show it have heard already. */
    follow(namespace: NamespaceId, networkId: CaipNetworkId): void {
      if (grants[namespace]?.networkIds.includes(networkId)) networks = { ...networks, [namespace]: networkId }
    },
    /** The user disconnects a family; whether any is left. */
    drop(namespace: NamespaceId): boolean {
      dropped.add(namespace)
      if (session) read(session.namespaces)
      return families().length > 0
    },
    /** The session is over. */
    end(): void {
      const ended = families()
      session = undefined
      grants = {}
      networks = {}
      dropped.clear()
      for (const namespace of ended) emit({ namespace, event: 'disconnect' })
    },
  }
}

export type SessionState = ReturnType<typeof createSessionState>
