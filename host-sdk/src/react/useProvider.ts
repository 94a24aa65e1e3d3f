import type { NamespaceId } from '@latchkey/protocol'
import type { Providers } from '../types.js'
import { useModal } from './useModal.js'

/**
 * The provider of a chain family: EIP-1193 on `eip155`, a Wallet Standard wallet on `solana`, `{ request, on }` on the others.
 *
 * @returns the same object in every render
 * @throws Error when there is no modal: see {@link useModal}
 * @example
 * function Block() {
 *   const ethereum = useProvider('eip155')
 *   return <button onClick={async () => console.log(await ethereum.request({ method: 'eth_blockNumber' }))}>Newest block</button>
 * }
 */
export function useProvider<Name extends NamespaceId>(namespace: Name): Providers[Name] {
  return useModal().provider(namespace)
}
