import type { Effect } from './effects.js'

/* What a transaction does with the powers over an account, as trying it shows: what a program does by calling another one, no instruction says. */

type Amount = { readonly amount: string; readonly decimals: number }
/** What a token account, a stake or anything else that a node can read has in it. */
type Info = {
  readonly mint?: string
  readonly owner?: string
  readonly tokenAmount?: Amount
  readonly delegate?: string
  readonly delegatedAmount?: Amount
  readonly closeAuthority?: string
  readonly meta?: { readonly authorized?: { readonly withdrawer?: string } }
}
/** An account as a node writes it. `owner`: the program that decides about it. */
export type Account = {
  readonly lamports: number
  readonly owner?: string
  readonly data?: { readonly parsed?: { readonly info?: Info } }
} | null

const system = '11111111111111111111111111111111'

/** What is in an account; undefined for one that is not there, or that a node cannot read. */
export const infoOf = (account: Account): Info | undefined => (account && account.lamports > 0 ? account.data?.parsed?.info : undefined)

/** Every text in an account's data, with the place where it stands. */
function textsIn(value: unknown, place = ''): (readonly [place: string, text: string])[] {
  if (typeof value === 'string') return [[place, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, `${place}.${name}`))
}

/** Coins of a stake that this user may take out. */
export const stakedBy = (account: Account, user: string): bigint =>
  infoOf(account)?.meta?.authorized?.withdrawer === user ? BigInt(account?.lamports ?? 0) : 0n

/** Who gets power over one account by a transaction: over the wallet itself, its tokens, and whatever else names the user as the one who decides. */
export function powersGiven(address: string, before: Account, after: Account, user: string): Effect[] {
  if (!after || after.lamports === 0) return []
  if (address === user) {
    const [was, is] = [before?.owner ?? system, after.owner]
    return is === undefined || is === was ? [] : [{ kind: 'assign', account: address, owner: is }]
  }
  const [had, has] = [infoOf(before), infoOf(after)]
  const places = new Map(textsIn(has))
  // Somebody else's tokens that the user may move name them too, until they are moved.
  const lost = textsIn(had).filter(([place, text]) => text === user && place !== '.delegate' && places.get(place) !== user)
  const effects = lost.map(([place]): Effect => {
    const to = places.get(place)
    return { kind: 'tokenAuthority', account: address, ...(to === undefined ? {} : { to }) }
  })
  if (has?.owner !== user) return effects
  const { delegate, delegatedAmount, closeAuthority, mint, tokenAmount } = has
  const [already, amount] = [
    BigInt(had?.delegate === delegate ? (had?.delegatedAmount?.amount ?? 0) : 0),
    BigInt(delegatedAmount?.amount ?? 0),
  ]
  if (delegate && delegate !== user && amount > already)
    effects.push({
      kind: 'tokenApprove',
      source: address,
      delegate,
      amount,
      ...(mint ? { mint } : {}),
      ...(tokenAmount ? { decimals: tokenAmount.decimals } : {}),
    })
  if (closeAuthority && closeAuthority !== user && closeAuthority !== had?.closeAuthority)
    effects.push({ kind: 'tokenAuthority', account: address, to: closeAuthority })
  return effects
}

/** Whether an instruction of the message says what was found. */
function isSaid(found: Effect, said: Effect): boolean {
  if (found.kind === 'tokenApprove')
    return said.kind === found.kind && said.source === found.source && said.delegate === found.delegate && said.amount >= found.amount
  if (found.kind === 'tokenAuthority') return said.kind === found.kind && said.account === found.account && said.to === found.to
  return found.kind === 'assign' && said.kind === found.kind && said.account === found.account && said.owner === found.owner
}

/** What was found and no instruction says, each once. */
export function unsaidEffects(found: readonly Effect[], said: readonly Effect[]): Effect[] {
  const unsaid = found.filter((one) => !said.some((other) => isSaid(one, other)))
  return [
    ...new Map(
      unsaid.map((one) => [JSON.stringify(one, (_key, value) => (typeof value === 'bigint' ? String(value) : value)), one]),
    ).values(),
  ]
}
