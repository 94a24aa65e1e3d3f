import type { ViewName } from '@latchkey/protocol'

export type OpeningSituation = {
  readonly requested?: ViewName | undefined
  /** Connected in the family that the page asked for, or in any. */
  readonly connected: boolean
  /** A chain family is configured that needs no WalletConnect. */
  readonly hasAdapter: boolean
  readonly phone: boolean
  /** Views that can be drawn here and now. */
  readonly canShow: (view: ViewName) => boolean
}

/** The view that opens. Pure. */
export function openingView({ requested, connected, hasAdapter, phone, canShow }: OpeningSituation): ViewName {
  const bare = phone ? 'AllWallets' : 'ConnectingWalletConnectBasic'
  if (!hasAdapter && !connected && canShow(bare)) return bare
  if (requested && canShow(requested)) return requested
  return connected ? 'Account' : 'Connect'
}
