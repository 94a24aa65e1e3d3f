import { base58, base64 } from '@scure/base'
import type { Rpc } from '../rpc.js'
import { type Account, infoOf, powersGiven, stakedBy } from './accountState.js'
import type { Effect } from './effects.js'
import type { WireMessage } from './wire.js'

/** Accounts that a node is asked about at once, which is more than fit into a transaction that names them itself. */
const most = 100

/** Addresses that a message takes from lookup tables, in the order of its indexes: all writable ones, then all others. Null: a table is not there. */
export async function loadLookups(rpc: Rpc, { lookups }: WireMessage): Promise<string[] | null> {
  if (lookups.length === 0) return []
  const tables = lookups.map(({ table }) => table)
  const answer = (await rpc('getMultipleAccounts', [tables, { encoding: 'base64' }])) as { value?: ({ data?: [string, string] } | null)[] }
  const addresses = (answer.value ?? []).map((account) => (account?.data ? base64.decode(account.data[0]).subarray(56) : null))
  const pick = (which: 'writable' | 'readonly') =>
    lookups.flatMap((lookup, index) => lookup[which].map((at) => addresses[index]?.subarray(at * 32, at * 32 + 32)))
  const keys = [...pick('writable'), ...pick('readonly')]
  return keys.every((key) => key?.length === 32) ? keys.map((key) => base58.encode(key ?? new Uint8Array())) : null
}

/** Whose tokens an account holds, and which. */
export type TokenAccount = { readonly mint: string; readonly owner: string; readonly decimals: number }

/** Looks token accounts up: their addresses say neither whose they are nor what is in them. What the node does not know is left out. */
export async function readTokenAccounts(rpc: Rpc, addresses: readonly string[]): Promise<ReadonlyMap<string, TokenAccount>> {
  const list = [...new Set(addresses)].slice(0, most)
  if (list.length === 0) return new Map()
  try {
    const answer = (await rpc('getMultipleAccounts', [list, { encoding: 'jsonParsed' }])) as { value: Account[] }
    const found = list.flatMap((address, index) => {
      const info = answer.value[index]?.data?.parsed?.info
      return info?.mint && info.owner && info.tokenAmount
        ? [[address, { mint: info.mint, owner: info.owner, decimals: info.tokenAmount.decimals }] as const]
        : []
    })
    return new Map(found)
  } catch {
    return new Map()
  }
}

/** What a simulation says about one account: coins and tokens before and after, and who got power over something. */
export type SolanaSimulation = {
  readonly ok: boolean
  readonly error?: string
  readonly lamports: bigint
  readonly tokens: readonly { readonly mint: string; readonly amount: bigint; readonly decimals: number }[]
  /** Coins that left stakes which the user could take out. */
  readonly unstaked: bigint
  readonly powers: readonly Effect[]
}

const held = (account: Account, owner: string) => {
  const info = infoOf(account)
  return info?.owner === owner && info.mint && info.tokenAmount ? { mint: info.mint, ...info.tokenAmount } : null
}

/**
 * Tries a transaction on our own node and compares the writable accounts of the user before and after. Null when the node cannot, and when it does not
 * tell about all of them: what is not compared was not tried.
 */
export async function simulateSolana(
  rpc: Rpc,
  transaction: Uint8Array,
  owner: string,
  addresses: readonly string[],
): Promise<SolanaSimulation | null> {
  if (addresses.length > most) return null
  try {
    const [before, after] = await Promise.all([
      rpc('getMultipleAccounts', [addresses, { encoding: 'jsonParsed' }]) as Promise<{ value: Account[] }>,
      rpc('simulateTransaction', [
        base64.encode(transaction),
        { encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true, accounts: { encoding: 'jsonParsed', addresses } },
      ]) as Promise<{ value: { err: unknown; accounts?: Account[] | null } }>,
    ])
    if (after.value.err) return { ok: false, error: JSON.stringify(after.value.err), lamports: 0n, tokens: [], unstaked: 0n, powers: [] }
    const [starts, ends] = [before.value, after.value.accounts ?? []]
    if (starts.length !== addresses.length || ends.length !== addresses.length) return null
    let [lamports, unstaked] = [0n, 0n]
    const tokens = new Map<string, { amount: bigint; decimals: number }>()
    const powers = addresses.flatMap((address, index) => {
      const start = starts[index] ?? null
      const end = ends[index] ?? null
      if (address === owner) lamports = BigInt(end?.lamports ?? 0) - BigInt(start?.lamports ?? 0)
      unstaked += stakedBy(start, owner) - stakedBy(end, owner)
      const [had, has] = [held(start, owner), held(end, owner)]
      const mint = has?.mint ?? had?.mint
      if (mint) {
        const change = BigInt(has?.amount ?? 0) - BigInt(had?.amount ?? 0)
        const known = tokens.get(mint)
        tokens.set(mint, { amount: (known?.amount ?? 0n) + change, decimals: has?.decimals ?? had?.decimals ?? 0 })
      }
      return powersGiven(address, start, end, owner)
    })
    return {
      ok: true,
      lamports,
      tokens: [...tokens].map(([mint, value]) => ({ mint, ...value })).filter(({ amount }) => amount !== 0n),
      unstaked: unstaked > 0n ? unstaked : 0n,
      powers,
    }
  } catch {
    return null
  }
}
