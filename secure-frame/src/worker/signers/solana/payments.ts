import type { SignerContext } from '../context.js'
import { decimal, nameOf } from './amounts.js'
import type { Effect } from './effects.js'
import type { SolanaSimulation, TokenAccount } from './rpcReads.js'

/** Coins or tokens that go somewhere by an instruction. `mint` left out: coins. */
export type Payment = {
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly decimals: number
  readonly mint?: string
  /** It leaves what the user has. */
  readonly mine: boolean
  /** Whose account `to` is, where that is known. */
  readonly owner?: string
}
export type Accounts = ReadonlyMap<string, TokenAccount>

/** Token accounts whose owners and mints have to be looked up. */
export const accountsIn = (effects: readonly Effect[]): string[] =>
  effects.flatMap((effect) => {
    if (effect.kind === 'tokenTransfer') return [effect.source, effect.to]
    if (effect.kind === 'tokenApprove') return [effect.source]
    return effect.kind === 'tokenBurn' || effect.kind === 'tokenClose' || effect.kind === 'tokenAuthority' ? [effect.account] : []
  })

/** Everything that goes somewhere. */
export function paymentsIn(effects: readonly Effect[], known: Accounts, { account, network }: SignerContext): Payment[] {
  const accounts = new Map(known)
  // What this transaction opens itself, nobody can look up.
  for (const effect of effects)
    if (effect.kind === 'createTokenAccount' && !accounts.has(effect.account))
      accounts.set(effect.account, { mint: effect.mint, owner: effect.owner, decimals: 0 })
  const { decimals } = network.nativeCurrency
  return effects.flatMap((effect): Payment[] => {
    if (effect.kind === 'transfer')
      return [{ from: effect.from, to: effect.to, amount: effect.lamports, decimals, mine: effect.from === account }]
    if (effect.kind === 'createAccount')
      return [{ from: effect.payer, to: effect.account, amount: effect.lamports, decimals, mine: effect.payer === account }]
    if (effect.kind !== 'tokenTransfer') return []
    const source = known.get(effect.source)
    const mint = effect.mint ?? source?.mint ?? accounts.get(effect.to)?.mint
    const owner = accounts.get(effect.to)?.owner
    return [
      {
        from: effect.source,
        to: effect.to,
        amount: effect.amount,
        decimals: effect.decimals ?? source?.decimals ?? 0,
        mine: effect.authority === account || source?.owner === account,
        mint: mint ?? '?',
        ...(owner === undefined ? {} : { owner }),
      },
    ]
  })
}

/** In the order in which a user should see them. */
export function largestFirst(payments: readonly Payment[]): Payment[] {
  const most = Math.max(0, ...payments.map(({ decimals }) => decimals))
  const size = ({ amount, decimals }: Payment) => amount * 10n ** BigInt(most - decimals)
  return [...payments].sort((left, right) => {
    const difference = size(right) - size(left)
    return difference > 0n ? 1 : difference < 0n ? -1 : 0
  })
}

/** What changes for the user, by asset: coins under ''. */
export type Totals = ReadonlyMap<string, { readonly amount: bigint; readonly decimals: number }>

/** Totals that the instructions say. */
export function declaredTotals(
  payments: readonly Payment[],
  effects: readonly Effect[],
  accounts: Accounts,
  { account }: SignerContext,
): Totals {
  const totals = new Map<string, { amount: bigint; decimals: number }>()
  const add = (mint: string, amount: bigint, decimals: number) =>
    totals.set(mint, { amount: (totals.get(mint)?.amount ?? 0n) + amount, decimals })
  for (const { mint = '', amount, decimals, mine, to, owner } of payments) {
    if (mine) add(mint, -amount, decimals)
    if ((mint === '' && to === account) || owner === account) add(mint, amount, decimals)
  }
  for (const effect of effects) {
    const held = effect.kind === 'tokenBurn' ? accounts.get(effect.account) : undefined
    if (effect.kind === 'tokenBurn' && held?.owner === account) add(held.mint, -effect.amount, held.decimals)
  }
  return totals
}

/** Totals that a simulation says. The payer's fee has its own row. */
export function simulatedTotals({ lamports, tokens }: SolanaSimulation, fee: bigint, decimals: number): Totals {
  // Rounded up, the fee may be a few lamports more than was taken.
  const moved = lamports + fee > -10n && lamports + fee < 10n ? 0n : lamports + fee
  return new Map([['', { amount: moved, decimals }], ...tokens.map(({ mint, ...rest }) => [mint, rest] as const)])
}

/** Coins that an account is opened with, at most: what a token account needs to stay. */
const rent = 5_000_000n
/** Coins as a token: moving them into it is no loss. */
const wrapped = 'So11111111111111111111111111111111111111112'

/** Assets of which more or less moved when it was tried than the instructions say. */
export function differences(
  said: Totals,
  tried: Totals,
  effects: readonly Effect[],
  context: Pick<SignerContext, 'contracts'>,
): { readonly mint: string; readonly said: string; readonly tried: string }[] {
  const opened = BigInt(effects.filter(({ kind }) => kind === 'createTokenAccount' || kind === 'tokenClose').length) * rent + 10n
  return [...new Set([...said.keys(), ...tried.keys()])].flatMap((mint) => {
    const [one, other] = [said.get(mint)?.amount ?? 0n, tried.get(mint)?.amount ?? 0n]
    const decimals = tried.get(mint)?.decimals ?? said.get(mint)?.decimals ?? 0
    const apart = other - one
    const slack = mint === '' ? opened : 0n
    const isFine = (apart <= slack && apart >= -slack) || (apart > 0n && (one >= 0n || mint === wrapped))
    const text = (amount: bigint) =>
      `${amount < 0n ? '−' : ''}${decimal(amount < 0n ? -amount : amount, decimals)}${mint ? ` ${nameOf(mint, context)}` : ''}`
    return isFine ? [] : [{ mint, said: text(one), tried: text(other) }]
  })
}
