import { caipNetworkIdPattern, families, namespaceOf } from '@latchkey/protocol'
import { namesNetwork, readSignInMessage, type SignInMessage, type SignInProof, type SignInRefusal } from '@latchkey/protocol/siwx'
import { signers } from './signatures/verifySignature.js'
import type { Siwx } from './siwxContext.js'

/** What a sign-in has to be for. */
export type Expected = {
  /** Host, with its port when it has one. */
  readonly domain: string
  /** The address of the web that the message must name, or be below: `https://shop.example`. */
  readonly uri: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

const caipNetworkId = new RegExp(`^(?:${caipNetworkIdPattern})$`)

/** Milliseconds by which two clocks may differ. */
const skew = 60_000

/** Whether an address is the expected one, or below it. */
function isBelow(uri: string, expected: string): boolean {
  const [given, wanted] = [new URL(uri), new URL(expected)]
  if (given.origin === 'null' || given.origin !== wanted.origin) return false
  const path = wanted.pathname.endsWith('/') ? wanted.pathname : `${wanted.pathname}/`
  return given.pathname === wanted.pathname || given.pathname.startsWith(path)
}

/** Why a message may not count, apart from its signature and its nonce. */
export function findMistake(
  message: SignInMessage,
  { networkId }: Pick<SignInProof, 'networkId'>,
  expected: Expected,
): SignInRefusal | null {
  const namespace = namespaceOf(networkId)
  if (message.domain !== expected.domain) return 'wrong_domain'
  if (message.scheme !== undefined && `${message.scheme}:` !== new URL(expected.uri).protocol) return 'wrong_domain'
  if (!isBelow(message.uri, expected.uri)) return 'wrong_uri'
  if (message.family !== families[namespace].signInName || signers[namespace].account(message.address) === null) return 'wrong_account'
  if (!namesNetwork(message, networkId)) return 'wrong_chain'
  if (Date.parse(message.issuedAt) > expected.at + skew) return 'not_yet_valid'
  if (message.notBefore !== undefined && Date.parse(message.notBefore) > expected.at) return 'not_yet_valid'
  if (message.expirationTime !== undefined && Date.parse(message.expirationTime) <= expected.at) return 'expired'
  return null
}

/**
 * Checks a signed message: what it says, and then whether the account signed it.
 *
 * @param isFresh what the nonce has to be, asked before a chain is
 * @returns the message when it counts
 */
export async function checkSignIn(
  { chains, ask }: Pick<Siwx, 'chains' | 'ask'>,
  proof: SignInProof,
  expected: Expected,
  isFresh: (message: SignInMessage) => SignInRefusal | null,
): Promise<{ readonly message: SignInMessage } | { readonly refusal: SignInRefusal }> {
  const { networkId, signature, publicKey } = proof
  if (!caipNetworkId.test(networkId)) return { refusal: 'wrong_chain' }
  const message = readSignInMessage(proof.message)
  if (!message) return { refusal: 'malformed_message' }
  const mistake = findMistake(message, proof, expected) ?? isFresh(message)
  if (mistake) return { refusal: mistake }
  const chain = chains.find(({ caipNetworkId }) => caipNetworkId === networkId)
  const signed = { text: proof.message, message, signature, ...(publicKey === undefined ? {} : { publicKey }), chain, ask }
  const verdict = await signers[namespaceOf(networkId)].verify(signed)
  if (verdict === true) return { message }
  return { refusal: verdict === false ? 'bad_signature' : verdict }
}
