import { codes } from '@latchkey/protocol'
import { type Address, type Hex, parseAbi } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import type { Identity } from '../../accounts/identity.js'
import { evmReader } from '../../chainReads/evmReader.js'
import { signerOf } from '../../chainReads/verifySigner.js'
import type { AccountsConfig } from '../../config/accounts.js'
import { type AskChain, NodeError } from '../../gateway/askChain.js'
import { eip155 } from '../../gateway/families/eip155.js'
import { readReply } from '../../gateway/readReply.js'
import { createUpstream, type Upstream } from '../../gateway/upstream.js'

type Settings = NonNullable<AccountsConfig['farcaster']>

const registryAbi = parseAbi(['function idOf(address owner) view returns (uint256 fid)'])
/** FIP-11 names the first; clients still send the older one. */
const statements = ['Farcaster Auth', 'Farcaster Connect']
/** Milliseconds for all that the node is asked: the device gives up after 20 s, of which the relay may have taken 8. */
const timeout = 6_000
/** Milliseconds by which a phone's clock may differ from ours. */
const skew = 60_000

/** What the message has to say. */
export type SignInExpectation = { readonly domain: string; readonly uri: string; readonly nonce: string; readonly now: number }

/** The one Farcaster id that a message speaks for. */
function fidOf(resources: readonly string[] | undefined): bigint | null {
  const fids = (resources ?? []).flatMap((resource) => /^farcaster:\/\/fids?\/([1-9]\d{0,18})\/?$/.exec(resource)?.[1] ?? [])
  return fids.length === 1 && fids[0] ? BigInt(fids[0]) : null
}

/** Asks the registry's node. What is no answer is a NodeError with `retryAfter`, as the gateway's are. */
function askNode(upstream: Upstream): AskChain {
  const until = performance.now() + timeout
  return async (_chainId, method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const reply = await upstream.post(body, Math.max(1, until - performance.now())).catch(() => null)
    const outcome = reply && eip155.isAnswer(reply.status) ? readReply(reply.text) : null
    if (outcome?.kind === 'result') return JSON.parse(outcome.raw)
    if (outcome?.kind === 'error' && !eip155.isNodeFault(outcome)) throw new NodeError(outcome.code, outcome.message)
    throw new NodeError(codes.internal, 'The node of the registry does not answer', undefined, 1)
  }
}

/**
 * What the chain says: whether the signature is the address's, and which id it holds.
 *
 * @throws Error when the node does not answer, or is of another chain
 */
async function holdsOnChain(
  settings: Settings,
  signed: { readonly address: Address; readonly message: string; readonly signature: Hex },
  fid: bigint,
): Promise<boolean> {
  const { chainId, registry, rpcUrl } = settings
  const chain = {
    id: chainId,
    caipNetworkId: `eip155:${chainId}` as const,
    name: 'The chain of the registry',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }
  const upstream = createUpstream(rpcUrl)
  try {
    const ask = askNode(upstream)
    const reader = evmReader(ask, chain)
    // The same contract can stand on other chains, with ids of other users.
    if ((await reader.getChainId()) !== chainId) throw new Error('The node of the registry is of another chain')
    if (!(await signerOf(ask, chain, signed))) return false
    return (
      (await reader.readContract({ address: registry as Address, abi: registryAbi, functionName: 'idOf', args: [signed.address] })) === fid
    )
  } finally {
    await upstream.close()
  }
}

/**
 * Verifies Sign In With Farcaster (FIP-11): the words, the signature, and on chain that the signer holds the id. A relay is never believed.
 *
 * @returns who it is; null when anything does not fit
 * @throws Error when the node cannot be asked
 */
export async function verifyFarcaster(
  settings: Settings,
  { message, signature }: { readonly message: string; readonly signature: string },
  expected: SignInExpectation,
): Promise<Identity | null> {
  const { address, chainId, domain, expirationTime, issuedAt, nonce, notBefore, resources, statement, uri, version } =
    parseSiweMessage(message)
  const fid = fidOf(resources)
  if (!address || fid === null || version !== '1' || chainId !== settings.chainId || !statements.includes(statement ?? '')) return null
  if (domain !== expected.domain || uri !== expected.uri || nonce !== expected.nonce) return null
  if (expirationTime && expirationTime.getTime() <= expected.now) return null
  if ((notBefore ?? issuedAt ?? new Date(0)).getTime() > expected.now + skew) return null

  if (!(await holdsOnChain(settings, { address, message, signature: signature as Hex }, fid))) return null
  return {
    kind: 'farcaster',
    issuer: `farcaster|${settings.chainId}|${settings.registry.toLowerCase()}`,
    subject: String(fid),
    label: `fid ${fid}`,
    contact: null,
  }
}
