import { codes, RpcError } from '@latchkey/protocol'
import { z } from '@latchkey/protocol/schemas/secure'
import { type Hex, numberToHex, zeroAddress } from 'viem'
import { isMistyped, wrongChecksum } from './checksum.js'
import { invalid, notAllowed } from './refusals.js'

/** Permission types of `wallet_requestExecutionPermissions` that the wallet grants; `allowance` is an amount once, `periodic` one for each period. */
export const permissionTypes = ['native-token-allowance', 'native-token-periodic', 'erc20-token-allowance', 'erc20-token-periodic'] as const
/** What a page may ask to be limited besides. */
export const ruleTypes = ['expiry'] as const

/** Seconds: a permission for which a page gives no end, and the longest there is. */
const usualLifetime = 24 * 3_600
const longestLifetime = 30 * usualLifetime
/** Seconds that a grant may take; a permission that ends sooner would never work. */
const shortestLifetime = 60
/** The module counts whole minutes, in 16 bits, and amounts in 96. */
const minute = 60
const longestPeriod = 65_535 * minute
const largestAmount = 2n ** 96n - 1n

const address = z.pipe(
  z.string().check(
    z.regex(/^0x[0-9a-fA-F]{40}$/),
    z.refine((value: string) => !isMistyped(value), wrongChecksum),
  ),
  z.transform((text: string): Hex => `0x${text.slice(2)}`),
)
const amount = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/)),
  z.transform((text: string) => BigInt(text)),
)
const seconds = z.int().check(z.minimum(0))
const named = z.object({ type: z.string().check(z.maxLength(64)), data: z.optional(z.record(z.string(), z.unknown())) })
const chainId = z.union([z.string().check(z.regex(/^0x[0-9a-fA-F]{1,16}$/)), z.int()])
const signer = z.object({ type: z.literal('account'), data: z.object({ address: z.optional(address), id: z.optional(address) }) })
const common = {
  chainId,
  from: z.optional(z.nullable(address)),
  address: z.optional(z.nullable(address)),
  to: z.optional(address),
  signer: z.optional(signer),
  expiry: z.optional(z.nullable(seconds)),
}
/** As the standard has it now, and as it had it before (`signer`, `expiry` and `policies` in place of `to` and `rules`). */
const standard = z.object({
  ...common,
  permission: named,
  rules: z.optional(z.nullable(z.array(named))),
  policies: z.optional(z.nullable(z.array(named))),
})
/** As `grantPermissions` of viem asks. */
const viemForm = z.object({
  signer,
  expiry: seconds,
  permissions: z.array(z.object({ type: z.string(), data: z.record(z.string(), z.unknown()), policies: z.array(named) })),
})

/** What a page asks for: somebody may spend an amount of one coin, once or for each period, until a moment. */
export type PermissionRequest = {
  readonly spender: Hex
  /** Null: the network's own coin. */
  readonly token: Hex | null
  /** Raw units. */
  readonly amount: bigint
  /** Seconds; null: the amount is for all time. */
  readonly period: number | null
  /** Seconds since 1970. */
  readonly expiry: number
  /** The page's own words, for the answer, and the form that it is in. */
  readonly asked: Readonly<Record<string, unknown>>
  readonly form: 'standard' | 'viem'
}

function parse<T>(type: z.ZodMiniType<T>, value: unknown): T {
  const result = type.safeParse(value)
  if (result.success) return result.data
  throw invalid(result.error.issues[0]?.path.join('.') || 'permissions')
}

type Limit = Pick<PermissionRequest, 'token' | 'amount' | 'period'>
type Named = z.infer<typeof named>

const once = z.object({ allowanceAmount: z.optional(amount), allowance: z.optional(amount) })
const periodic = z.object({ periodAmount: amount, periodDuration: seconds, startTime: z.optional(z.nullable(seconds)) })
const ofToken = z.object({ tokenAddress: z.optional(address), address: z.optional(address) })

function tokenOf(data: unknown): Hex {
  const { tokenAddress, address: old } = parse(ofToken, data)
  const token = tokenAddress ?? old
  if (!token || token === zeroAddress) throw invalid('tokenAddress')
  return token
}

function onceOf(data: unknown, token: Hex | null): Limit {
  const given = parse(once, data)
  const limit = given.allowanceAmount ?? given.allowance
  if (limit === undefined) throw invalid('allowanceAmount')
  return { token, amount: limit, period: null }
}

function periodicOf(data: unknown, token: Hex | null, now: number): Limit {
  const { periodAmount, periodDuration, startTime } = parse(periodic, data)
  if (startTime != null && startTime > now + shortestLifetime) throw invalid('startTime: a permission starts at once')
  return { token, amount: periodAmount, period: periodDuration }
}

/** What a permission of the standard limits. Types that are not these could not be enforced. */
function limitOf({ type, data = {} }: Named, now: number): Limit {
  switch (type) {
    case 'native-token-allowance':
    case 'native-token-transfer':
      return onceOf(data, null)
    case 'erc20-token-allowance':
    case 'erc20-token-transfer':
      return onceOf(data, tokenOf(data))
    case 'native-token-periodic':
      return periodicOf(data, null, now)
    case 'erc20-token-periodic':
      return periodicOf(data, tokenOf(data), now)
    default:
      throw invalid(`permission.type: ${permissionTypes.join(', ')}`)
  }
}

/** The end that the rules give; a rule that would not be kept is refused, not left out. */
function expiryOf(rules: readonly Named[]): number | undefined {
  const ends = rules.map(({ type, data }) => {
    if (type !== 'expiry') throw invalid(`rules: ${ruleTypes.join(', ')}`)
    return parse(z.object({ timestamp: seconds }), data).timestamp
  })
  return ends.length === 0 ? undefined : Math.min(...ends)
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

function standardForm(value: unknown, account: string, chain: number, now: number): PermissionRequest {
  const { chainId: named, from, address: old, to, signer: by, expiry, permission, rules, policies } = parse(standard, value)
  if (Number(named) !== chain) throw notAllowed('chainId')
  const holder = from ?? old
  if (holder && !same(holder, account)) throw notAllowed('from')
  const spender = to ?? by?.data.address ?? by?.data.id
  if (!spender) throw invalid('to')
  if (policies && policies.length > 0) throw invalid('policies')
  const end = expiryOf(rules ?? []) ?? expiry ?? now + usualLifetime
  return { spender, ...limitOf(permission, now), expiry: end, asked: value as Record<string, unknown>, form: 'standard' }
}

function viemRequest(value: unknown, now: number): PermissionRequest {
  const { signer: by, expiry, permissions } = parse(viemForm, value)
  const spender = by.data.address ?? by.data.id
  if (!spender) throw invalid('signer')
  const [only, ...more] = permissions
  if (!only || more.length > 0) throw invalid('permissions: one at a time')
  const [policy, ...others] = only.policies
  if (policy?.type !== 'token-allowance' || others.length > 0) throw invalid('policies: token-allowance')
  if (!/^(native|erc20)-token-transfer$/.test(only.type)) throw invalid('permissions.type: native-token-transfer, erc20-token-transfer')
  const limit = limitOf({ type: only.type, data: { ...only.data, ...policy.data } }, now)
  return { spender, ...limit, expiry, asked: value as Record<string, unknown>, form: 'viem' }
}

/**
 * `wallet_requestExecutionPermissions` and `wallet_grantPermissions` (ERC-7715). One permission at a time, so that each has a review of its own.
 *
 * @param now seconds since 1970
 * @throws RpcError -32602 for what has not the form, cannot be enforced, or ends too soon or too late; 4200 for another account or chain, and for a
 *   spender that is the account itself
 */
export function permissionParams(params: unknown, account: string, chain: number, now = Math.floor(Date.now() / 1_000)): PermissionRequest {
  const [value, ...others] = parse(z.array(z.record(z.string(), z.unknown())).check(z.minLength(1)), params)
  if (others.length > 0) throw invalid('one permission at a time')
  const request = value && 'permissions' in value ? viemRequest(value, now) : standardForm(value, account, chain, now)
  const { amount: most, period, expiry, spender, token } = request
  if (most <= 0n || most > largestAmount) throw invalid('amount: above 0, and less than 2^96')
  if (period !== null && (period < minute || period > longestPeriod || period % minute !== 0))
    throw invalid('periodDuration: whole minutes, at most 65,535')
  if (expiry < now + shortestLifetime) throw invalid('expiry: it has passed')
  if (expiry > now + longestLifetime) throw invalid('expiry: at most 30 days')
  if (same(spender, account) || same(spender, zeroAddress) || (token && same(spender, token))) throw notAllowed('to')
  return request
}

const revocation = z.object({ permissionContext: address })

/**
 * `wallet_revokeExecutionPermission`.
 *
 * @returns the permission's contract
 * @throws RpcError -32602
 */
export const revocationParams = (params: unknown): Hex => parse(revocation, Array.isArray(params) ? params[0] : params).permissionContext

/** What a page asked, in the words of the answer: what is granted is what was asked. */
export function permissionAnswer({ asked, form, expiry }: PermissionRequest, contract: Hex, chain: number): unknown {
  if (form === 'viem') {
    const { permissions, signer: by } = asked
    return { expiry, grantedPermissions: permissions, permissionsContext: contract, signer: by, signerData: { submitToAddress: contract } }
  }
  const shared = { ...asked, chainId: numberToHex(chain), context: contract, dependencies: [], delegationManager: contract }
  return [{ ...shared, expiry, signerMeta: { delegationManager: contract } }]
}

/** No contract of the network could keep a page to a limit. */
export const noModule = (): RpcError =>
  new RpcError(codes.unsupportedMethod, 'This network has no contract that limits spending, so no permission can be granted here.')
/** The key's own account obeys nobody but the key. */
export const noSmartAccount = (): RpcError =>
  new RpcError(codes.unsupportedMethod, 'Only a smart account can grant a permission. Switch to it in the wallet’s settings.')
