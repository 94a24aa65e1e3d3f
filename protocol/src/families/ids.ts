/*
 * The registry of chain families, and the only place where their declarations are listed: a new one is its id and its line. The ids are apart
 * from what derives from the declarations (`index.ts`), because a page's script and the dialog's first view need nothing else.
 */

export * from './bip122.js'
export * from './cosmos.js'
export * from './eip155.js'
export * from './polkadot.js'
export * from './solana.js'

/** The families' CAIP-2 namespaces, in the order in which several of them are told of. */
export const namespaceIds = ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos'] as const
export type NamespaceId = (typeof namespaceIds)[number]
