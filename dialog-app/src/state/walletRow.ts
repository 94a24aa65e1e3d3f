import type { NamespaceId } from '@latchkey/protocol'

/** One wallet as the list shows it. */
export type WalletRow = {
  readonly id: string
  readonly name: string
  readonly icon?: string
  readonly installed: boolean
  readonly badge?: 'installed' | 'recent'
  readonly namespaces: readonly NamespaceId[]
  /** One wallet that the page found under several standards: its id in each family. */
  readonly connectors?: Readonly<Partial<Record<NamespaceId, string>>>
  /** Not here, and known to the directory: reached from another device, or got from its maker. */
  readonly listed?: true
}
