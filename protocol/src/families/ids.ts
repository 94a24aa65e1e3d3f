/**
 * The registry of chain families: their CAIP-2 namespaces, in the order in which several of them are told of. A new one is a line here; the
 * compiler then asks for its declaration (`index.ts`). They are apart because a page's script and the dialog's first view need nothing else.
 */
export const namespaceIds = ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos'] as const
export type NamespaceId = (typeof namespaceIds)[number]
