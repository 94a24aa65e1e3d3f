import type { ConnectorType, NamespaceId, WalletInfo, WalletKind } from '@latchkey/protocol'

export type ConnectorSource = {
  /** Undefined for a wallet that is not here: listed by the page or the directory. */
  readonly kind?: WalletKind | undefined
  /** How the page found it. */
  readonly source?: WalletInfo['source'] | undefined
  /** Families that this entry stands for. */
  readonly namespaces: readonly NamespaceId[]
}

/** What is announced by a standard, as against found by a name that any script can take. */
const announced: readonly (WalletInfo['source'] | undefined)[] = ['announced', 'standard']

/**
 * The type of a connector (specification section 3). Entries of one name merge: those of several families into `MULTI_CHAIN`, or `AUTH` for the
 * embedded wallet, whose entry of a single family is `ID_AUTH`. A wallet that is not in this page is `EXTERNAL`. Pure.
 */
export function connectorType({ kind, source, namespaces }: ConnectorSource): ConnectorType {
  const isMerged = namespaces.length > 1
  if (kind === 'walletConnect') return 'WALLET_CONNECT'
  if (kind === 'embedded') return isMerged ? 'AUTH' : 'ID_AUTH'
  if (kind === undefined) return 'EXTERNAL'
  if (isMerged) return 'MULTI_CHAIN'
  return announced.includes(source) ? 'ANNOUNCED' : 'INJECTED'
}
