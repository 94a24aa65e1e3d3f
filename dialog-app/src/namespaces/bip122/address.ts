import { bitcoin, bitcoinTestnet, type CaipNetworkId } from '@latchkey/protocol'
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'

/** Chains by how their addresses begin. Local chains share what Bitcoin Core calls regtest. */
export type AddressChain = 'main' | 'test' | 'local'

const base58check = createBase58check(sha256)

/** Human-readable parts of segwit addresses (BIP-173); `rltc` is regtest of Litecoin, the same code with names of its own. */
const humanReadable: Readonly<Record<string, readonly AddressChain[]>> = { bc: ['main'], tb: ['test'], bcrt: ['local'], rltc: ['local'] }

/** First bytes of addresses before segwit: of a key, of a script. Test and local chains have the same. */
const versions: Readonly<Record<number, readonly AddressChain[]>> = {
  0: ['main'],
  5: ['main'],
  111: ['test', 'local'],
  196: ['test', 'local'],
  58: ['local'],
}
const hashBytes = 20
const testnets: readonly CaipNetworkId[] = [
  bitcoinTestnet.caipNetworkId,
  // Testnet 4 and signet.
  'bip122:00000000da84f2bafbbc53dee25a72ae',
  'bip122:00000008819873e925422c1ff0f99f7c',
]

/** The chains of a segwit address (BIP-173 for version 0, BIP-350 for the later ones). */
function decodeSegwit(value: string): readonly AddressChain[] | undefined {
  const encoding = /^[a-z]+1q/i.test(value) ? bech32 : bech32m
  const decoded = encoding.decodeUnsafe(value, 90)
  const chains = decoded && Object.hasOwn(humanReadable, decoded.prefix) ? humanReadable[decoded.prefix] : undefined
  const [version, ...words] = decoded?.words ?? []
  const program = encoding.fromWordsUnsafe(words)
  if (!chains || version === undefined || version > 16 || !program || program.length < 2 || program.length > 40) return undefined
  if (version === 0 && program.length !== 20 && program.length !== 32) return undefined
  return chains
}

/** The chains of an address from before segwit. */
function decodeLegacy(value: string): readonly AddressChain[] | undefined {
  try {
    const [version = -1, ...hash] = base58check.decode(value)
    const chains = versions[version]
    return hash.length === hashBytes ? chains : undefined
  } catch {
    return undefined
  }
}

const chainsOf = (value: string) => decodeSegwit(value) ?? decodeLegacy(value)

/** An address with a right checksum, of any of Bitcoin's chains. */
export function isAddress(value: string): boolean {
  return chainsOf(value) !== undefined
}

/** Segwit addresses in lower case: a code may carry them in capitals. */
export function formatAddress(address: string): string {
  return decodeSegwit(address) ? address.toLowerCase() : address
}

/** The kind of chain behind a CAIP-2 id. What is none of the public ones is a local chain. */
export function chainOf(networkId: CaipNetworkId): AddressChain {
  if (networkId === bitcoin.caipNetworkId) return 'main'
  return testnets.includes(networkId) ? 'test' : 'local'
}

/** Whether an address can be used on a network. */
export function isOn(address: string, networkId: CaipNetworkId): boolean {
  return chainsOf(address)?.includes(chainOf(networkId)) ?? false
}

/** A public network that an address is of. */
export function networkOf(address: string): CaipNetworkId {
  return chainsOf(address)?.includes('test') ? bitcoinTestnet.caipNetworkId : bitcoin.caipNetworkId
}
