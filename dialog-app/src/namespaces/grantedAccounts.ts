import type { Account, AccountType, NamespaceId } from '@latchkey/protocol'
import { uniqueAccounts } from './uniqueAccounts.js'

/** Taproot, by the human-readable part and the version of segwit addresses. */
const taproot = /^(bc|tb|bcrt|rltc)1p/i

type Kind = (address: string, all: readonly string[]) => AccountType

/** Families where addresses are of several kinds. Inscriptions are kept on taproot addresses; a wallet with nothing else pays from them, too. */
const kinds: Readonly<Partial<Record<NamespaceId, Kind>>> = {
  bip122: (address, all) => (taproot.test(address) && !all.every((other) => taproot.test(other)) ? 'ordinal' : 'payment'),
}

/** The accounts behind the bare addresses of a WalletConnect session. */
export function grantedAccounts(namespace: NamespaceId, addresses: readonly string[]): readonly Account[] {
  const kind = kinds[namespace] ?? (() => 'eoa')
  return uniqueAccounts(addresses.map((address) => ({ namespace, address, type: kind(address, addresses) })))
}
