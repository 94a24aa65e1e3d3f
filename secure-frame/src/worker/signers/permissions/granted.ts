import { type Abi, decodeFunctionResult, encodeFunctionData, type Hex, isHex, zeroAddress } from 'viem'
import type { Rpc } from '../rpc.js'
import { contracts, safeAbi } from '../safe/contracts.js'
import { isDeployed } from '../safe/deployed.js'
import { allowanceAbi, permissionAbi } from './abis.js'

/** A permission as the chain has it. */
export type GrantedPermission = {
  /** Delegate of the module: a permission's contract, or an address that was added elsewhere. */
  readonly contract: Hex
  readonly spender: Hex
  /** Null: the network's own coin. */
  readonly token: Hex | null
  /** Raw units, for each period or for all time. */
  readonly amount: bigint
  readonly spent: bigint
  /** Seconds; null: for all time. */
  readonly period: number | null
  /** Seconds since 1970; null: it does not end by itself. */
  readonly expiry: number | null
}

/** Delegates that are asked for at once, and pages after which a node goes in circles. */
const page = 50
const mostPages = 1_000

async function read(rpc: Rpc, to: Hex, abi: Abi, functionName: string, args: readonly unknown[]): Promise<unknown> {
  const answer = await rpc('eth_call', [{ to, data: encodeFunctionData({ abi, functionName, args }) }, 'latest'])
  if (!isHex(answer)) throw new TypeError('No answer')
  return decodeFunctionResult({ abi, functionName, data: answer })
}

const module = (rpc: Rpc, functionName: 'getDelegates' | 'getTokens' | 'getTokenAllowance', args: readonly unknown[]) =>
  read(rpc, contracts.allowanceModule, allowanceAbi, functionName, args)

/** Whether a network has what permissions are made of. */
export async function arePermissionsThere(rpc: Rpc): Promise<boolean> {
  const found = await Promise.all([contracts.allowanceModule, contracts.createCall].map((address) => isDeployed(rpc, address)))
  return found.every(Boolean)
}

/** Whether an account obeys the module that limits spending. */
export async function isModuleEnabled(rpc: Rpc, account: Hex): Promise<boolean> {
  if (!(await isDeployed(rpc, account))) return false
  return (await read(rpc, account, safeAbi, 'isModuleEnabled', [contracts.allowanceModule])) === true
}

/** What a permission's contract says of itself; null for any other address. */
async function termsOf(rpc: Rpc, account: Hex, contract: Hex): Promise<{ spender: Hex; expiry: number } | null> {
  try {
    const terms = await read(rpc, contract, permissionAbi, 'terms', [])
    const [, holder, , spender, expiry] = terms as readonly [Hex, Hex, Hex, Hex, bigint]
    return holder.toLowerCase() === account.toLowerCase() ? { spender, expiry: Number(expiry) } : null
  } catch {
    return null
  }
}

async function permissionsOf(rpc: Rpc, account: Hex, contract: Hex): Promise<GrantedPermission[]> {
  const [tokens, terms] = await Promise.all([
    module(rpc, 'getTokens', [account, contract]) as Promise<readonly Hex[]>,
    termsOf(rpc, account, contract),
  ])
  const limits = tokens.map(async (token): Promise<GrantedPermission | null> => {
    const [amount = 0n, spent = 0n, minutes = 0n] = (await module(rpc, 'getTokenAllowance', [
      account,
      contract,
      token,
    ])) as readonly bigint[]
    if (amount === 0n) return null
    return {
      contract,
      spender: terms?.spender ?? contract,
      token: token === zeroAddress ? null : token,
      amount,
      spent,
      period: minutes === 0n ? null : Number(minutes) * 60,
      expiry: terms?.expiry ?? null,
    }
  })
  return (await Promise.all(limits)).filter((limit) => limit !== null)
}

/**
 * Every permission of an account, from the chain alone: those that have expired or are used up too, as long as nobody removed them.
 *
 * @returns none where the account does not obey the module
 */
export async function grantedPermissions(rpc: Rpc, account: Hex): Promise<readonly GrantedPermission[]> {
  if (!(await isModuleEnabled(rpc, account))) return []
  const all: GrantedPermission[] = []
  for (let start = 0, pages = 0; pages < mostPages; pages += 1) {
    const [found, next] = (await module(rpc, 'getDelegates', [account, start, page])) as readonly [readonly Hex[], number]
    all.push(...(await Promise.all(found.map((delegate) => permissionsOf(rpc, account, delegate)))).flat())
    if (next === 0 || found.length === 0) break
    start = next
  }
  return all
}

/** The permissions of one contract; none when it is no delegate of the account. */
export async function permissionsOfContract(rpc: Rpc, account: Hex, contract: Hex): Promise<readonly GrantedPermission[]> {
  const granted = await grantedPermissions(rpc, account)
  return granted.filter((one) => one.contract.toLowerCase() === contract.toLowerCase())
}
