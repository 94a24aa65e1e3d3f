import { type Address, createPublicClient, type Hex, http, parseAbi, verifyMessage } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import type { Identity } from '../../accounts/identity.js'
import type { AccountsConfig } from '../../config/accounts.js'

type Settings = NonNullable<AccountsConfig['farcaster']>

const registryAbi = parseAbi(['function idOf(address owner) view returns (uint256 fid)'])
/** FIP-11 names the first; clients still send the older one. */
const statements = ['Farcaster Auth', 'Farcaster Connect']
/** Milliseconds for the node. */
const timeout = 10_000
/** Milliseconds by which a phone's clock may differ from ours. */
const skew = 60_000

/** What the message has to say. */
export type SignInExpectation = { readonly domain: string; readonly uri: string; readonly nonce: string; readonly now: number }

/** The one Farcaster id that a message speaks for. */
function fidOf(resources: readonly string[] | undefined): bigint | null {
  const fids = (resources ?? []).flatMap((resource) => /^farcaster:\/\/fids?\/([1-9]\d{0,18})\/?$/.exec(resource)?.[1] ?? [])
  return fids.length === 1 && fids[0] ? BigInt(fids[0]) : null
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

  const client = createPublicClient({ transport: http(settings.rpcUrl, { timeout, retryCount: 1 }) })
  const signed = { address, message, signature: signature as Hex }
  // Most custody addresses are plain accounts; contracts are asked on chain (ERC-1271, ERC-6492).
  const genuine = (await verifyMessage(signed).catch(() => false)) || (await client.verifyMessage(signed))
  if (!genuine) return null
  const held = await client.readContract({ address: settings.registry as Address, abi: registryAbi, functionName: 'idOf', args: [address] })
  if (held !== fid) return null
  return {
    kind: 'farcaster',
    issuer: `farcaster|${settings.chainId}|${settings.registry.toLowerCase()}`,
    subject: String(fid),
    label: `fid ${fid}`,
    contact: null,
  }
}
