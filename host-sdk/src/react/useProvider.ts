import type { NamespaceId } from '@latchkey/protocol'
import type { Providers } from '../types.js'
import { useModal } from './useModal.js'

/** The provider of a chain family; the same object in every render. */
export function useProvider<Name extends NamespaceId>(namespace: Name): Providers[Name] {
  return useModal().provider(namespace)
}
