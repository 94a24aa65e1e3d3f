import { formatUnits } from 'viem'
import type { Row, Words } from '../../approve/content.js'
import { addressRow, type SignerContext } from '../context.js'
import type { Stranger } from '../evm/knowledge.js'
import { timeOf } from '../evm/money.js'
import { readNamed } from '../evm/tokens.js'
import { listOf } from '../listed.js'
import type { GrantedPermission } from './granted.js'

/** A coin as an approval names it. */
export type Coin = {
  readonly symbol: string
  readonly decimals: number
  readonly balance: bigint | null
  /** Only where the operator does not know it. */
  readonly stranger?: Stranger
}

const units = [
  ['period.day', 'period.days', 86_400],
  ['period.hour', 'period.hours', 3_600],
  ['period.minute', 'period.minutes', 60],
] as const

/** How often an amount may be spent, in words. */
export function periodWords(period: number | null): Words {
  if (period === null) return { id: 'period.once' }
  const [one, several, length] = units.find(([, , seconds]) => period % seconds === 0) ?? units[2]
  return period === length ? { id: one } : { id: several, values: { n: Math.round(period / length) } }
}

/** What a coin says of itself; null for an address that is no token. */
export async function coinOf(
  token: string | null,
  context: Pick<SignerContext, 'rpc' | 'network' | 'account' | 'contracts'>,
): Promise<Coin | null> {
  const { rpc, network, account } = context
  if (token !== null) {
    const named = await readNamed(context, token, listOf(context))
    return named.token && { ...named.token, ...(named.isListed ? {} : { stranger: { ...named, address: token } }) }
  }
  const { symbol, decimals } = network.nativeCurrency
  const balance = await rpc('eth_getBalance', [account, 'latest']).catch(() => null)
  return { symbol, decimals, balance: typeof balance === 'string' ? BigInt(balance) : null }
}

/** What a permission says: who may spend what, how often, until when. */
export function permissionRows(
  { spender, token, amount, period, expiry }: Pick<GrantedPermission, 'spender' | 'token' | 'amount' | 'period' | 'expiry'>,
  { symbol, decimals, stranger }: Coin,
  context: Pick<SignerContext, 'account' | 'known'>,
): Row[] {
  return [
    addressRow('row.spender', spender, context),
    { label: 'row.limit', value: `${formatUnits(amount, decimals)} ${symbol}`, kind: 'text' },
    { label: 'row.often', value: period === null ? '1' : `${period} s`, words: periodWords(period), kind: 'text' },
    ...(expiry === null ? [] : [{ label: 'row.until', value: timeOf(BigInt(expiry)), kind: 'text' } as const]),
    ...(token === null
      ? []
      : [
          stranger
            ? ({ label: 'row.token', value: token, kind: 'address', mark: 'unverified' } as const)
            : addressRow('row.token', token, context),
        ]),
  ]
}
