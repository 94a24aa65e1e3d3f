import { adapterErrors, codes, type NamespaceId, namespaceIds, RpcError } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../lib/dialog.js'
import type { Namespace } from './namespace.js'

type Loader = () => Promise<Namespace>

/** The folders beside this file, one for each family. Each exports its family under the family's id. */
const folders = import.meta.glob<Readonly<Record<string, Namespace>>>('./*/index.ts')

/** What the folder of a family exports; undefined without a folder. */
function loaderOf(id: NamespaceId): Loader | undefined {
  const load = folders[`./${id}/index.ts`]
  return load && (() => load().then((module) => module[id] as Namespace))
}

const loaders = perDialog(() => new Map(namespaceIds.map((id) => [id, loaderOf(id)]).filter(([, load]) => load) as [NamespaceId, Loader][]))
const loaded = perDialog(() => new Map<NamespaceId, Namespace>())
const loading = perDialog(() => new Map<NamespaceId, Promise<Namespace>>())

/**
 * Makes a chain family known. Its code is fetched when its first row is shown.
 *
 * @throws Error 'adapter must have a namespace' without an id
 */
export function registerNamespace(dialog: Dialog, id: NamespaceId | undefined, load: Loader): void {
  if (!id) throw new Error(adapterErrors.namespaceMissing)
  loaders(dialog).set(id, load)
}

/** Families that this build knows. */
export function knownNamespaces(dialog: Dialog): readonly NamespaceId[] {
  return [...loaders(dialog).keys()]
}

/** The family to ask a wallet for when neither the page nor its networks say which. */
export function fallbackNamespace(dialog: Dialog): NamespaceId | undefined {
  return knownNamespaces(dialog)[0]
}

/**
 * A chain family's module, fetched at most once; a failed fetch may be tried again.
 *
 * @throws Error 'Chain adapter not found' for a family that is not registered; what `import()` throws
 */
export function loadNamespace(dialog: Dialog, id: NamespaceId): Promise<Namespace> {
  const load = loaders(dialog).get(id)
  if (!load) return Promise.reject(new Error(adapterErrors.chainAdapterNotFound))
  const pending = loading(dialog).get(id) ?? load()
  loading(dialog).set(id, pending)
  return pending.then(
    (namespace) => {
      loaded(dialog).set(id, namespace)
      return namespace
    },
    (error) => {
      loading(dialog).delete(id)
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
export function readyNamespace(dialog: Dialog, id: NamespaceId, notReady: string): Promise<Namespace> {
  return loadNamespace(dialog, id).catch((cause: unknown) => {
    throw loaders(dialog).has(id) ? new RpcError(codes.disconnected, notReady, { cause }) : cause
  })
}

/** The module if it is here already: between a click and the wallet's request there is no time to fetch one. */
export function loadedNamespace(dialog: Dialog, id: NamespaceId): Namespace | undefined {
  return loaded(dialog).get(id)
}
