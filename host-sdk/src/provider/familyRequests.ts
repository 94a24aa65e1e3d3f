import {
  type Account,
  type CaipNetworkId,
  codes,
  families as declared,
  errors,
  methodPolicy,
  type NamespaceId,
  namespaceOf,
  referenceOf,
  type Session,
  wireErrors,
} from '@latchkey/protocol'
import type { Families } from '../discovery/createFamilies.js'
import { stringsOf } from '../discovery/discovery.js'
import { read } from '../discovery/foreign.js'
import { expectFamily } from '../expectFamily.js'
import { ModalError } from '../modalError.js'
import type { Store } from '../store.js'
import type { OpenOptions, RequestArguments } from '../types.js'
import { notConnected } from './notConnected.js'
import { plainParams } from './plainParams.js'

/** What the page's side of every chain family needs of its modal. */
export type PageContext = {
  readonly store: Store
  /** Waits until a stored session has been resumed or dropped, at most 20 s. */
  resumed(): Promise<void> | undefined
  open(options: OpenOptions): Promise<Session | null>
  disconnect(namespace: NamespaceId): Promise<void>
  /** To a wallet that lives in the dialog, or to the gateway. */
  requestDialog(namespace: NamespaceId, networkId: CaipNetworkId | null, args: RequestArguments): Promise<unknown>
  /** Networks that the page is configured for, the preferred one first, as far as it knows them by now. */
  networks(): readonly CaipNetworkId[]
}

/** Asks for nothing: an answer from what is known. */
const isQuiet = (method: string, params: unknown) =>
  method.endsWith('_getAccounts') || (params as { silent?: unknown } | undefined)?.silent === true

export type FamilyRequests = {
  /** @returns the accounts; opens the dialog when there are none. @throws ModalError 4001 when it was closed */
  connect(namespace: NamespaceId): Promise<readonly Account[]>
  /**
   * @param at the network that the request is for; left out, the one that the chain family is on
   * @throws ModalError 4901 for one that the wallet does not have; else as `FamilyProvider.request`
   */
  request(namespace: NamespaceId, args: RequestArguments, at?: CaipNetworkId | null): Promise<unknown>
  network(namespace: NamespaceId): CaipNetworkId | null
}

/**
 * Requests of the page for the chain families of protocol's `families/`: answered from the snapshot, or sent where the wallet lives.
 */
export function createFamilyRequests(context: PageContext, families: Pick<Families, 'request'>): FamilyRequests {
  const { store, resumed, open, requestDialog, networks } = context
  const opening = new Map<NamespaceId, Promise<readonly Account[]>>()
  const accounts = (namespace: NamespaceId) => store.facts().snapshot.accounts[namespace] ?? []

  async function connect(namespace: NamespaceId): Promise<readonly Account[]> {
    await resumed()
    if (accounts(namespace).length) return accounts(namespace)
    const pending =
      opening.get(namespace) ??
      open({ namespace })
        .then((session) => {
          if (session?.namespace !== namespace) throw new ModalError(codes.userRejected, errors.connectionRejected)
          return session.accounts
        })
        .finally(() => opening.delete(namespace))
    opening.set(namespace, pending)
    return pending
  }

  function network(namespace: NamespaceId): CaipNetworkId | null {
    const { networkIds, selectedNetworkId } = store.facts().snapshot
    const known = [networkIds[namespace], selectedNetworkId, ...networks()]
    return known.find((id): id is CaipNetworkId => !!id && namespaceOf(id) === namespace) ?? null
  }

  /** The accounts that the page knows, described: of Bitcoin's those for the `intentions` that are named, of Cosmos' those of the named chains. */
  function describeKnown(namespace: NamespaceId, networkId: CaipNetworkId | null, params: object): readonly object[] {
    const intentions = stringsOf(read(params, 'intentions'))
    const chainIds = stringsOf(read(params, 'chainIds'))
    // An account does not say which chain it is of: all that are known are of the network that the chain family is on.
    if (chainIds.length && !(networkId && chainIds.includes(referenceOf(networkId)))) return []
    return accounts(namespace)
      .filter(({ type }) => !intentions.length || intentions.includes(type))
      .map((account) => declared[namespace].describeAccount(account))
  }

  async function request(namespace: NamespaceId, args: RequestArguments, at?: CaipNetworkId | null): Promise<unknown> {
    // Untyped pages may name any.
    expectFamily(namespace)
    const { method, params: given = {} } = args ?? {}
    if (typeof method !== 'string' || !method) throw new ModalError(codes.invalidRequest, wireErrors.invalidRequest)
    if (typeof given !== 'object' || given === null) throw new ModalError(codes.invalidParams, wireErrors.invalidParams)
    const params = plainParams(method, given, false)
    await resumed()
    const policy = methodPolicy(namespace, method)
    const asksAccounts = policy === 'account'
    if (!accounts(namespace).length) {
      if (asksAccounts && isQuiet(method, params)) return []
      if (asksAccounts) await connect(namespace)
      else if (policy === 'sign') throw notConnected(declared[namespace].methods.account.at(-1) ?? 'connect')
    }
    const wallet = store.facts().snapshot.wallets[namespace]
    const networkId = at ?? network(namespace)
    if (asksAccounts) {
      // Asking again for accounts that are known must not ask the user, but for chains that were not asked for before.
      const more = 'chainIds' in params
      const call = { namespace, networkId, method, params: more ? params : { ...params, silent: true } }
      const found = wallet?.kind === 'host' ? await families.request({ ...call, walletId: wallet.id }) : []
      return Array.isArray(found) && found.length ? found : describeKnown(namespace, networkId, params)
    }
    if (wallet?.kind === 'host' && policy === 'sign') return families.request({ walletId: wallet.id, namespace, networkId, method, params })
    return requestDialog(namespace, networkId, { method, params })
  }

  return { connect, request, network }
}
