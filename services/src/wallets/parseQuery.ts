import { limits } from '@latchkey/protocol'
import { type Failure, failure } from '../api/envelope.js'
import { type Platform, platforms, type WalletQuery } from './query.js'

/** Ids, names or chains in one list; a host that features more than this has written a program, not a list. */
const longestList = 500
const longestSearch = 100
const mostEntries = { page: 100, include: 500 } as const

/** The first mistake found; parsing stops there. */
class Mistake extends Error {
  override readonly name = 'Mistake'
  readonly failure: Failure
  constructor(field: string, description: string) {
    super(description)
    this.failure = failure(field, description)
  }
}

type Parameters = Readonly<Record<string, string>>

function whole(parameters: Parameters, field: string, fallback: number): number {
  const value = parameters[field]
  if (value === undefined || value === '') return fallback
  if (!/^-?\d{1,9}$/.test(value)) throw new Mistake(field, `${field} must be a whole number.`)
  return Number(value)
}

function list(parameters: Parameters, field: string): string[] {
  const values = (parameters[field] ?? '').split(',').flatMap((value) => value.trim() || [])
  if (values.length > longestList) throw new Mistake(field, `${field} may have at most ${longestList} entries.`)
  return [...new Set(values)]
}

function oneOf<Value extends string>(parameters: Parameters, field: string, allowed: readonly Value[]): Value | undefined {
  const value = parameters[field]
  if (value === undefined || value === '') return undefined
  const found = allowed.find((candidate) => candidate === value)
  if (!found) throw new Mistake(field, `${field} must be one of: ${allowed.join(', ')}.`)
  return found
}

const clamp = (value: number, lowest: number, highest: number) => Math.min(highest, Math.max(lowest, value))

function parse(parameters: Parameters): WalletQuery {
  const search = parameters.search ?? ''
  if (search.length > longestSearch) throw new Mistake('search', `search may have at most ${longestSearch} characters.`)
  const include = list(parameters, 'include')
  const badge = oneOf(parameters, parameters.badge_type === undefined ? 'badge' : 'badge_type', ['none', 'certified'])
  const platform = oneOf<Platform>(parameters, 'platform', platforms)
  return {
    page: Math.max(1, whole(parameters, 'page', 1)),
    entries: clamp(whole(parameters, 'entries', limits.walletPage), 1, include.length > 0 ? mostEntries.include : mostEntries.page),
    search,
    include,
    exclude: list(parameters, 'exclude'),
    chains: list(parameters, 'chains'),
    names: list(parameters, 'names'),
    rdns: list(parameters, 'rdns'),
    ...(badge ? { badge } : {}),
    ...(platform ? { platform } : {}),
    includePayOnly: oneOf(parameters, 'include_pay_only', ['true', 'false']) === 'true',
    payFirst: oneOf(parameters, 'sort', ['default', 'wcpay']) === 'wcpay',
  }
}

/**
 * Reads the query parameters of `GET /getWallets`. Numbers out of range are brought into it; what cannot be meant is refused.
 *
 * @param parameters the first value of each
 */
export function parseWalletQuery(parameters: Parameters): { readonly query: WalletQuery } | { readonly failure: Failure } {
  try {
    return { query: parse(parameters) }
  } catch (error) {
    if (error instanceof Mistake) return { failure: error.failure }
    throw error
  }
}
