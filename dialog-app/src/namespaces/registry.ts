import { adapterErrors, codes, type NamespaceId, RpcError } from '@latchkey/protocol'
import type { Namespace } from './namespace.js'

type Loader = () => Promise<Namespace>

const loaders = new Map<NamespaceId, Loader>()
const loaded = new Map<NamespaceId, Namespace>()
const loading = new Map<NamespaceId, Promise<Namespace>>()

/**
 * Makes a chain family known. Its code is fetched when its first row is shown.
 *
 * @throws Error 'adapter must have a namespace' without an id
 */
export function registerNamespace(id: NamespaceId | undefined, load: Loader): void {
  if (!id) throw new Error(adapterErrors.namespaceMissing)
  loaders.set(id, load)
}

registerNamespace('eip155', () => import('./eip155/index.js').then((module) => module.eip155))
registerNamespace('solana', () => import('./solana/index.js').then((module) => module.solana))
registerNamespace('bip122', () => import('./bip122/index.js').then((module) => module.bip122))
registerNamespace('polkadot', () => import('./polkadot/index.js').then((module) => module.polkadot))
registerNamespace('cosmos', () => import('./cosmos/index.js').then((module) => module.cosmos))

/** Families that this build knows. */
export function knownNamespaces(): readonly NamespaceId[] {
  return [...loaders.keys()]
}

/**
 * A chain family's module, fetched at most once; a failed fetch may be tried again.
 *
 * @throws Error 'Chain adapter not found' for a family that is not registered; what `import()` throws
 */
export function loadNamespace(id: NamespaceId): Promise<Namespace> {
  const load = loaders.get(id)
  if (!load) return Promise.reject(new Error(adapterErrors.chainAdapterNotFound))
  const pending = loading.get(id) ?? load()
  loading.set(id, pending)
  return pending.then(
    (namespace) => {
      loaded.set(id, namespace)
      return namespace
    },
    (error) => {
      loading.delete(id)
      throw error
    },
  )
}

/**
 * A chain family's module, for somebody who cannot do without it.
 *
 * @param notReady what it is called when its code did not come
 * @throws RpcError 4900 with that message; Error 'Chain adapter not found' for a family that is not registered
 */
export function readyNamespace(id: NamespaceId, notReady: string): Promise<Namespace> {
  return loadNamespace(id).catch((cause: unknown) => {
    throw loaders.has(id) ? new RpcError(codes.disconnected, notReady, { cause }) : cause
  })
}

/** The module if it is here already: between a click and the wallet's request there is no time to fetch one. */
export function loadedNamespace(id: NamespaceId): Namespace | undefined {
  return loaded.get(id)
}
