import type { CaipNetworkId } from '@latchkey/protocol'

/** Genesis-hash references that old wallets still know Solana's networks by (rules.md, WalletConnect). */
const deprecated: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: '8E9rvCKLFQia2Y35HXjjpWzj8weVo44K',
}
const modern = Object.fromEntries(Object.entries(deprecated).map(([id, old]) => [old, id]))

const mapReference = (id: CaipNetworkId, references: Readonly<Record<string, string>>): CaipNetworkId | undefined => {
  const [namespace, reference = ''] = id.split(':')
  return Object.hasOwn(references, reference) ? `${namespace}:${references[reference]}` : undefined
}

/** The older CAIP-2 id of a network, if it has one. */
export const deprecatedId = (id: CaipNetworkId): CaipNetworkId | undefined => mapReference(id, deprecated)

/** The id that we use for what a wallet calls `id`. */
export const modernId = (id: CaipNetworkId): CaipNetworkId => mapReference(id, modern) ?? id
