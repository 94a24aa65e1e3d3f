import type { Account, CaipNetworkId, NamespaceId, WalletEvent } from '@latchkey/protocol'
import type { ClientSession, SessionNamespaces } from './client.js'
import { firstNetwork, type Grants, readGrants } from './grants.js'

export const walletConnectId = 'walletConnect'

type Change = Omit<WalletEvent, 'walletId'>

/** The part behind the colon: what events carry as a chain. */
const reference = (networkId: CaipNetworkId) => networkId.slice(networkId.indexOf(':') + 1)

const addresses = (accounts: readonly Account[]) => accounts.map(({ address }) => address)
const isSame = (one: string, other: string | undefined) => one.toLowerCase() === other?.toLowerCase()
const same = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((entry, index) => entry === other[index])

/** The account that the user chose of each family, in the wallet or here, where reloads and other tabs find it. */
export type Choices = {
  get(namespace: NamespaceId): string | undefined
  /** Undefined: the wallet's own first account counts again. */
  set(namespace: NamespaceId, address: string | undefined): void
}

/** Choices that last as long as the page. */
function createChoices(): Choices {
  const chosen = new Map<NamespaceId, string | undefined>()
  return { get: (namespace) => chosen.get(namespace), set: (namespace, address) => void chosen.set(namespace, address) }
}

/**
 * One session as the dialog sees it: which families are granted, on which network each one is, and which account of it is the active one. That
 * choice is the family's: it lasts, whatever networks are visited, until the wallet shares the account on none of them.
 *
 * @param wanted the page's networks in order of preference
 * @param emit hears every change once
 */
export function createSessionState(
  wanted: () => readonly CaipNetworkId[],
  emit: (change: Change) => void,
  choices: Choices = createChoices(),
) {
  let session: ClientSession | undefined
  let grants: Grants = {}
  let networks: Readonly<Partial<Record<NamespaceId, CaipNetworkId>>> = {}
  /** The choices as they were told: another tab may have made the next one already. */
  let chosen: Readonly<Partial<Record<NamespaceId, string>>> = {}
  /** Accounts that the wallet chose before it shared them: the update that does may come later. */
  const awaited = new Map<NamespaceId, string>()
  /** Families that the user disconnected although the wallet still grants them. */
  const dropped = new Set<NamespaceId>()

  const families = () => Object.keys(grants) as NamespaceId[]

  function accountsOf(namespace: NamespaceId, at: CaipNetworkId | null = null): readonly Account[] {
    const networkId = at ?? networks[namespace]
    const accounts = (networkId && grants[namespace]?.accounts[networkId]) ?? []
    const active = accounts.find(({ address }) => isSame(address, chosen[namespace]))
    return active ? [active, ...accounts.filter((account) => account !== active)] : accounts
  }

  /** The address as the wallet shares it, on whichever network of the family. */
  const shared = (namespace: NamespaceId, wantedAddress: string | undefined) =>
    Object.values(grants[namespace]?.accounts ?? {})
      .flat()
      .find(({ address }) => isSame(address, wantedAddress))?.address

  /** Takes over the choices that the wallet still shares. An account that comes back later is not the chosen one any more. */
  function readChoices(): void {
    const known = [...new Set([...families(), ...Object.keys(chosen)])] as NamespaceId[]
    const entries = known.flatMap((namespace) => {
      const kept = choices.get(namespace)
      const address = shared(namespace, awaited.get(namespace)) ?? shared(namespace, kept)
      if (address !== kept) choices.set(namespace, address)
      return address === undefined ? [] : [[namespace, address] as const]
    })
    awaited.clear()
    chosen = Object.fromEntries(entries)
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
    readChoices()
  }

  function tellAccounts(namespace: NamespaceId, before: readonly string[]): void {
    const present = addresses(accountsOf(namespace))
    if (!same(present, before)) emit({ namespace, event: 'accountsChanged', data: present })
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
    /** The user chose other accounts in the wallet: the first of them that it shares becomes the active one, on whatever network that is. */
    choose(namespace: NamespaceId, addressList: readonly string[]): void {
      if (!grants[namespace]) return
      const address = addressList.map((each) => shared(namespace, each)).find((each) => each !== undefined)
      // An account outside the session could not sign.
      if (address === undefined) return void (addressList[0] !== undefined && awaited.set(namespace, addressList[0]))
      awaited.delete(namespace)
      const before = addresses(accountsOf(namespace))
      chosen = { ...chosen, [namespace]: address }
      choices.set(namespace, address)
      tellAccounts(namespace, before)
    },
    /** Moves a family to a granted network; false when it is not granted. */
    move(namespace: NamespaceId, networkId: CaipNetworkId): boolean {
      if (!grants[namespace]?.networkIds.includes(networkId)) return false
      if (networks[namespace] === networkId) return true
      const before = addresses(accountsOf(namespace))
      networks = { ...networks, [namespace]: networkId }
      emit({ namespace, event: 'chainChanged', data: reference(networkId) })
      tellAccounts(namespace, before)
      return true
    },
    /** The network that a user chose in another tab; those who show it have heard already, but not which accounts it has. */
    follow(namespace: NamespaceId, networkId: CaipNetworkId): void {
      if (!grants[namespace]?.networkIds.includes(networkId)) return
      const before = addresses(accountsOf(namespace))
      networks = { ...networks, [namespace]: networkId }
      tellAccounts(namespace, before)
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
      readChoices()
      for (const namespace of ended) emit({ namespace, event: 'disconnect' })
    },
  }
}

export type SessionState = ReturnType<typeof createSessionState>
