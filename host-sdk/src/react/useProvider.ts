import type { Eip1193Provider, ProviderNamespace } from '../types.js'
import { useModal } from './useModal.js'

/** The provider of a chain family; the same object in every render. */
export function useProvider(namespace: ProviderNamespace): Eip1193Provider {
  return useModal().provider(namespace)
}
