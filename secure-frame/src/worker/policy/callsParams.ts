import { type CaipNetworkId, codes, errors, RpcError } from '@latchkey/protocol'
import { z } from '@latchkey/protocol/schemas/secure'
import type { Hex } from 'viem'
import { isMistyped, wrongChecksum } from './checksum.js'
import { invalid, notAllowed } from './refusals.js'

/** More than this nobody reads before they approve. */
const mostCalls = 32

const hex = (form: RegExp, maximum: number) =>
  z.pipe(
    z.string().check(z.maxLength(maximum), z.regex(form)),
    z.transform((text: string): Hex => `0x${text.slice(2)}`),
  )
const address = hex(/^0x[0-9a-fA-F]{40}$/, 42)
const recipient = address.check(z.refine((value) => !isMistyped(value), wrongChecksum))
const data = hex(/^0x(?:[0-9a-fA-F]{2})*$/, 131_072)
const quantity = z.pipe(
  hex(/^0x[0-9a-fA-F]{1,64}$/, 66),
  z.transform((text: Hex) => BigInt(text)),
)
const capabilities = z.optional(z.record(z.string().check(z.maxLength(64)), z.unknown()))
const call = z.object({
  to: z.optional(z.nullable(recipient)),
  data: z.optional(data),
  value: z.optional(quantity),
  chainId: z.optional(quantity),
  capabilities,
})
const request = z.object({
  version: z.string().check(z.maxLength(16)),
  id: z.optional(z.string().check(z.minLength(1), z.maxLength(4_096))),
  from: z.optional(address),
  chainId: z.optional(quantity),
  atomicRequired: z.optional(z.boolean()),
  calls: z.array(call).check(z.minLength(1)),
  capabilities,
})

/** A batch of calls (EIP-5792). */
export type CallsRequest = {
  readonly version: string
  readonly id?: string
  readonly atomicRequired: boolean
  readonly calls: readonly { readonly to?: Hex; readonly data: Hex; readonly value: bigint }[]
}

const parseRequest = (params: unknown) => {
  const parsed = z.tuple([request], z.unknown()).safeParse(params)
  if (!parsed.success) throw invalid(parsed.error.issues[0]?.path.join('.') ?? '')
  return parsed.data[0]
}

/** What a page may want besides the calls is none of what we have; it may say that it can do without. Version 1.0 had no word for that. */
function refuseCapabilities(given: z.infer<typeof capabilities>, version: string): void {
  for (const wanted of Object.values(given ?? {})) {
    const isOptional = typeof wanted === 'object' && wanted !== null && 'optional' in wanted && wanted.optional === true
    if (!isOptional && version !== '1.0') throw new RpcError(codes.unsupportedCapability, errors.fallback)
  }
}

/** The network that a batch names; undefined when it names none. @throws RpcError -32602 */
export function networkOfCalls(params: unknown): CaipNetworkId | undefined {
  const { chainId } = parseRequest(params)
  return chainId === undefined ? undefined : `eip155:${chainId}`
}

/**
 * `wallet_sendCalls` (EIP-5792, versions 1.0 and 2.0.0).
 *
 * @throws RpcError -32602, 4200 for another account, -32006 for another version, 5700 for a capability that it cannot do without, 5710 for
 *   another chain, 5740 for more calls than a user reads
 */
export function callsParams(params: unknown, account: string, chainId: number): CallsRequest {
  const { version, id, from, chainId: asked, atomicRequired, calls, capabilities: wanted } = parseRequest(params)
  if (version !== '1.0' && version !== '2.0.0') throw new RpcError(codes.versionUnsupported, errors.fallback, { data: { version } })
  if (from && from.toLowerCase() !== account.toLowerCase()) throw notAllowed('from')
  const chains = [asked, ...calls.map((one) => one.chainId)].filter((one) => one !== undefined)
  if (chains.some((one) => one !== BigInt(chainId))) throw new RpcError(codes.unsupportedChain, errors.chainNotSupported)
  if (calls.length > mostCalls) throw new RpcError(codes.bundleTooLarge, errors.fallback, { data: { maximum: mostCalls } })
  for (const given of [wanted, ...calls.map((one) => one.capabilities)]) refuseCapabilities(given, version)
  return {
    version,
    ...(id === undefined ? {} : { id }),
    // Version 1.0 had no such word, and its wallets were free to choose.
    atomicRequired: version === '1.0' ? false : (atomicRequired ?? false),
    calls: calls.map(({ to, data: bytes = '0x', value = 0n }) => ({ ...(to ? { to } : {}), data: bytes, value })),
  }
}
