import type { CaipNetworkId, NamespaceId, Network, WalletKind } from '@latchkey/protocol'
import { walletFacts } from '../../wallets/facts.js'

/** What selecting a network leads to. */
export type SwitchPlan =
  /** It is the current one. */
  | 'none'
  /** Nothing is connected: only the selection changes. */
  | 'select'
  /** `SwitchNetwork`, and nothing happens before the user confirms. */
  | 'confirm'
  /** Its family's wallet is there already: the family becomes the active one. */
  | 'activate'
  /** `SwitchActiveChain`: its family has no address yet. */
  | 'otherFamily'
  /** `SwitchNetwork`, asking the wallet at once. */
  | 'switch'

export type SwitchSituation = {
  readonly target: Network
  /** Where requests go now. */
  readonly currentId: CaipNetworkId | null
  /** Families that have an address, with the wallet that holds it and where it is. */
  readonly connected: Readonly<Partial<Record<NamespaceId, { readonly kind: WalletKind; readonly networkId: CaipNetworkId }>>>
  /** Ask the user here before the wallet asks. */
  readonly confirm?: boolean
}

export function planSwitch({ target, currentId, connected, confirm = false }: SwitchSituation): SwitchPlan {
  if (target.caipNetworkId === currentId) return 'none'
  if (Object.keys(connected).length === 0) return 'select'
  const wallet = connected[target.chainNamespace]
  if (wallet?.networkId === target.caipNetworkId) return 'activate'
  if (!wallet) return 'otherFamily'
  return confirm || walletFacts(wallet.kind).asksHere ? 'confirm' : 'switch'
}
