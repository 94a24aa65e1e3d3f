import { type Address, isAddressEqual, parseAbi, zeroAddress } from 'viem'
import { evmReader, readMany } from '../chainReads/evmReader.js'
import type { Chain } from '../config/chains.js'
import type { AskChain } from '../gateway/askChain.js'

/** Safe's module of spending limits, 0.1.1: the same address on every network that has it (safe-modules-deployments). */
const allowanceModule: Address = '0xAA46724893dedD72658219405185Fb0Fc91e091C'

const abi = parseAbi([
  'function terms() view returns (address module, address account, address token, address spender, uint256 expiry)',
  'function getTokenAllowance(address safe, address delegate, address token) view returns (uint256[5])',
])

/** A permission as the chain has it. Addresses are in lower case. */
export type PermissionOnChain = {
  readonly spender: string
  /** Null: the network's own coin. */
  readonly token: string | null
  readonly amount: bigint
  /** Seconds; null: the amount is for all time. */
  readonly period: number | null
  /** Seconds since 1970. */
  readonly expiry: number
}

/** What to ask about: the contract of a permission, and whose it is. */
type Asked = { readonly account: string; readonly context: string; readonly token: string | null }

/** The module counts minutes with 16 bits. */
const mostMinutes = 65_535n
/** Seconds since 1970 that a number can tell. */
const lastSecond = BigInt(Number.MAX_SAFE_INTEGER)

const limitOf = ({ account, context, token }: Asked) =>
  ({
    address: allowanceModule,
    abi,
    functionName: 'getTokenAllowance',
    args: [account as Address, context as Address, (token as Address | null) ?? zeroAddress],
  }) as const

/**
 * Reads a permission of an account.
 *
 * @returns null when the contract is none of a permission of that account, or the account has removed it
 * @throws NodeError when the chain does not answer
 */
export async function readPermission(ask: AskChain, chain: Chain, account: string, context: string): Promise<PermissionOnChain | null> {
  const reader = evmReader(ask, chain)
  const [said] = await readMany(chain, reader, [{ address: context as Address, abi, functionName: 'terms' }])
  if (said?.status !== 'success') return null
  const [module, holder, token, spender, expiry] = said.result as readonly [Address, Address, Address, Address, bigint]
  if (!isAddressEqual(module, allowanceModule) || !isAddressEqual(holder, account as Address) || expiry > lastSecond) return null
  const coin = isAddressEqual(token, zeroAddress) ? null : token.toLowerCase()
  const [limit] = await readMany(chain, reader, [limitOf({ account, context, token: coin })])
  if (limit?.status !== 'success') return null
  const [amount = 0n, , minutes = 0n] = limit.result as readonly bigint[]
  if (amount === 0n || minutes > mostMinutes) return null
  const period = minutes === 0n ? null : Number(minutes) * 60
  return { spender: spender.toLowerCase(), token: coin, amount, period, expiry: Number(expiry) }
}

/**
 * Which of these permissions their accounts have removed.
 *
 * @returns their contracts
 * @throws NodeError when the chain does not answer
 */
export async function removedOnChain(ask: AskChain, chain: Chain, asked: readonly Asked[]): Promise<ReadonlySet<string>> {
  const answers = await readMany(chain, evmReader(ask, chain), asked.map(limitOf))
  const removed = asked.filter((_, index) => {
    const answer = answers[index]
    return answer?.status === 'success' && (answer.result as readonly bigint[])[0] === 0n
  })
  return new Set(removed.map(({ context }) => context))
}
