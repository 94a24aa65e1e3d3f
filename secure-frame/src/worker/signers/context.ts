import type { Network } from '@latchkey/protocol'
import type { Bytes } from '../vault/bytes.js'
import type { Rpc } from './rpc.js'

/** What a signer knows of the request besides its parameters. Nothing of it comes from the page. */
export type SignerContext = {
  /** The page's origin, proven by the browser. */
  readonly origin: string
  readonly network: Network
  /** The account's address on that network. */
  readonly account: string
  readonly rpc: Rpc
  readonly withSeed: <T>(use: (entropy: Bytes) => Promise<T>) => Promise<T>
  /** Addresses that this person sent to before. */
  readonly known: readonly string[]
}

/** Another address that begins and ends like this one: people compare both ends and nothing between. */
export function lookAlikeOf(address: string, known: readonly string[]): string | undefined {
  const plain = (text: string) => text.replace(/^0x/i, '').toLowerCase()
  const ends = (text: string) => plain(text).slice(0, 4) + plain(text).slice(-4)
  return known.find((other) => plain(other) !== plain(address) && ends(other) === ends(address))
}

/** Whether nothing was ever sent there. */
export const isFirstTime = (address: string, known: readonly string[]): boolean =>
  !known.some((other) => other.toLowerCase() === address.toLowerCase())
