import type { ConnectedWallet, ConnectionStatus, NamespaceId } from '@latchkey/protocol'
import { useMemo } from 'react'
import type { Account, Address } from '../types.js'
import { useFamily } from './useFamily.js'
import { useModalState } from './useModalState.js'

const none: readonly never[] = []

/** What `useAccount` returns. */
export type AccountState<Name extends NamespaceId = NamespaceId> = {
  readonly status: ConnectionStatus
  readonly isConnected: boolean
  readonly namespace: Name | null
  readonly address: Address<Name> | undefined
  /** The first is the active one. The same object until its content changes. */
  readonly accounts: readonly Account<Name>[]
  readonly wallet: ConnectedWallet | null
}

/**
 * The connected account, updated when it changes.
 *
 * @param namespace the chain family, for example `eip155`; without it, the active one
 * @returns `address` is undefined while nobody is connected on that chain family
 * @throws Error when there is no modal: see {@link useModal}
 * @example
 * import { useModal } from '@latchkey/sdk/react'
 *
 * function Account() {
 *   const modal = useModal()
 *   const { isConnected, address } = useAccount('eip155')
 *   return <button onClick={() => modal.open()}>{isConnected ? address : 'Connect wallet'}</button>
 * }
 */
export function useAccount<Name extends NamespaceId = NamespaceId>(namespace?: Name): AccountState<Name> {
  useFamily('useAccount', namespace)
  const { status, activeNamespace, accounts, wallets } = useModalState()
  // Left out, `Name` is any chain family.
  const family = namespace ?? (activeNamespace as Name | null)
  const found = (family && (accounts[family] as readonly Account<Name>[] | undefined)) || none
  // A snapshot that changes something else brings equal accounts in a new list.
  const content = JSON.stringify(found)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list counts by its content
  const own = useMemo(() => found, [content])
  return {
    status,
    isConnected: own.length > 0,
    namespace: family,
    address: own[0]?.address as Address<Name> | undefined,
    accounts: own,
    wallet: (family && wallets[family]) || null,
  }
}
