import type { Network } from '@latchkey/protocol'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { networksStore } from '../state/networks.js'
import { activeConnection, sessionStore } from '../state/session.js'

export type NetworkRow = { readonly network: Network; readonly current: boolean; readonly disabledReason?: 'unsupported' }

/** The page's networks for the list; draws again when one of them changes its part. */
export function useNetworkRows(): readonly NetworkRow[] {
  const networks = useStore(networksStore)
  const connection = useStore(sessionStore, activeConnection)
  return useMemo(() => {
    const current = connection?.networkId ?? networks.selectedNetworkId
    return networks.networks.map((network) => {
      const disabledReason = networks.refused[network.caipNetworkId]
      return { network, current: network.caipNetworkId === current, ...(disabledReason ? { disabledReason } : {}) }
    })
  }, [networks, connection])
}
