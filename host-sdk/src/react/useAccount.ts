import type { Account, ConnectedWallet, ConnectionStatus, NamespaceId } from '@latchkey/protocol'
import { useModalState } from './useModalState.js'

export type AccountState = {
  readonly status: ConnectionStatus
  readonly isConnected: boolean
  readonly namespace: NamespaceId | null
  readonly address: string | undefined
  /** The first is the active one. */
  readonly accounts: readonly Account[]
  readonly wallet: ConnectedWallet | null
}

/**
 * Who is connected.
 *
 * @param namespace a chain family; left out, the active one
 */
export function useAccount(namespace?: NamespaceId): AccountState {
  const { status, activeNamespace, accounts, wallets } = useModalState()
  const family = namespace ?? activeNamespace
  const own = (family && accounts[family]) || []
  return {
    status,
    isConnected: own.length > 0,
    namespace: family,
    address: own[0]?.address,
    accounts: own,
    wallet: (family && wallets[family]) || null,
  }
}
