import { keccak256 } from 'viem'
import type { Call } from '../parseBody.js'
import type { Outcome } from '../readReply.js'

/** In the words of Geth, Erigon, Nethermind, Besu, Reth and Anvil: this very transaction waits already. */
const known = /already.?known|known transaction|already imported|already in (?:the )?(?:mem)?pool|already exists/i
/** Said of a transaction that was mined in the meantime, and of another one with the same nonce. */
const used = /nonce (?:is )?too low|nonce has already been used|oldnonce/i
/** A transaction with blobs travels in a wrapper that its hash does not cover (EIP-4844). */
const withBlobs = /^0x03/i

/** The hash of a transaction that its sender sends again, because the first answer never came. */
export function sentBefore({ method, params }: Call, outcome: Outcome): { readonly hash: string; readonly check?: Call } | null {
  if (method !== 'eth_sendRawTransaction' || outcome.kind !== 'error') return null
  const isKnown = known.test(outcome.message)
  if (!isKnown && !used.test(outcome.message)) return null
  const [raw] = Object.values(JSON.parse(params) as object) as unknown[]
  if (typeof raw !== 'string' || !/^0x(?:[0-9a-f]{2})+$/i.test(raw) || withBlobs.test(raw)) return null
  const hash = keccak256(raw as `0x${string}`)
  return isKnown ? { hash } : { hash, check: { id: '1', method: 'eth_getTransactionByHash', params: JSON.stringify([hash]) } }
}
