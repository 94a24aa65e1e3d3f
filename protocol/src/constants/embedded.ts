import type { NamespaceId } from '../families/ids.js'

/** Families that the embedded wallet has keys for. */
export const embeddedNamespaces: readonly NamespaceId[] = ['eip155', 'solana']
