import { codes, errors, RpcError } from '@latchkey/protocol'
import { encodeFunctionData, formatUnits, type Hex, zeroAddress } from 'viem'
import type { Prepared, Row, Warning } from '../../approve/content.js'
import { noModule, noSmartAccount, type PermissionRequest, permissionAnswer, permissionParams } from '../../policy/permissionParams.js'
import { invalid, notAllowed } from '../../policy/refusals.js'
import { lookAlikeOf, type SignerContext, type SmartAccount } from '../context.js'
import type { Content } from '../evm/callContent.js'
import { strangerWarning } from '../evm/money.js'
import type { Simulation } from '../evm/simulate.js'
import { awaitOperation, notTaken } from '../safe/bundler.js'
import type { Call } from '../safe/calls.js'
import { contracts, safeAbi } from '../safe/contracts.js'
import { isDeployed } from '../safe/deployed.js'
import { type Finish, prepareOwnCalls } from '../safe/prepareOperation.js'
import { allowanceAbi } from './abis.js'
import { arePermissionsThere, isModuleEnabled } from './granted.js'
import { permissionAddress, permissionDeployment, type Terms } from './permissionContract.js'
import { type Coin, coinOf, permissionRows } from './permissionRows.js'

/** Milliseconds that a chain's clock may be behind ours. */
const clockSkew = 30_000

/**
 * Waits for an operation, and makes its answer when it did what it says.
 *
 * @throws RpcError -32003 when it did not happen, or failed
 */
export const afterwards =
  ({ bundler }: Pick<SmartAccount, 'bundler'>, answer: unknown): Finish =>
  async (hash, validUntil) => {
    const happened = await awaitOperation(bundler, hash, validUntil * 1_000 + clockSkew)
    if (!happened) throw notTaken()
    if (!happened.success) throw new RpcError(codes.transactionRejected, errors.somethingWentWrong, { data: { reason: 'reverted' } })
    return answer
  }

const call = (to: Hex, data: Hex): Call => ({ to, value: 0n, data })
const toModule = (functionName: 'addDelegate' | 'setAllowance', args: readonly unknown[]): Call =>
  call(contracts.allowanceModule, encodeFunctionData({ abi: allowanceAbi, functionName, args: args as never }))

/** Everything that makes a permission work, in one operation: all of it happens, or none. */
async function callsOf(
  request: PermissionRequest,
  contract: Hex,
  again: boolean,
  terms: Terms,
  { rpc, origin }: SignerContext,
): Promise<Call[]> {
  const enabled = await isModuleEnabled(rpc, terms.account)
  const enable = encodeFunctionData({ abi: safeAbi, functionName: 'enableModule', args: [contracts.allowanceModule] })
  const minutes = request.period === null ? 0 : request.period / 60
  return [
    ...(enabled ? [] : [call(terms.account, enable)]),
    ...(again ? [] : [permissionDeployment(terms, origin)]),
    toModule('addDelegate', [contract]),
    toModule('setAllowance', [contract, terms.token ?? zeroAddress, request.amount, minutes, 0]),
  ]
}

const warning = (tone: Warning['tone'], id: string, values: Readonly<Record<string, string>> = {}): Warning => ({
  tone,
  title: { id: `warn.${id}` },
  text: { id: `warn.${id}Text`, values },
})

/**
 * How much can go in all: a period that has only begun counts whole.
 *
 * @param again the same was granted before: its periods go on as they began, so that one more of them may begin
 * @param now seconds since 1970
 */
export function mostOf(
  { amount, period, expiry }: Pick<PermissionRequest, 'amount' | 'period' | 'expiry'>,
  again: boolean,
  now: number,
): bigint {
  if (period === null) return amount
  return amount * BigInt(Math.ceil((expiry - now + 60) / period) + (again ? 1 : 0))
}

function contentOf(request: PermissionRequest, again: boolean, coin: Coin, simulation: Simulation | null, context: SignerContext): Content {
  const { spender } = request
  const { symbol, decimals, balance, stranger } = coin
  const amountOf = (amount: bigint) => formatUnits(amount, decimals)
  const most = mostOf(request, again, Math.floor(Date.now() / 1_000))
  const similar = lookAlikeOf(spender, context.known)
  const inAll: Row = { label: 'row.most', value: `${amountOf(most)} ${symbol}`, kind: 'text' }
  return {
    title: { id: 'title.permission', values: { symbol } },
    changes: [],
    preview: simulation?.ok ? 'done' : 'failed',
    ...(similar ? { lookAlike: { address: spender, known: similar } } : {}),
    grants: [{ ...(request.token === null ? {} : { token: request.token }), amount: most, until: request.expiry, lasts: true }],
    warnings: [
      ...(stranger ? [strangerWarning(stranger)] : []),
      warning('warn', 'unasked', { spender }),
      ...(balance !== null && most > balance ? [warning('warn', 'overBalance', { amount: amountOf(balance), symbol })] : []),
      ...(similar ? [warning('neg', 'lookAlike')] : []),
      ...(simulation && !simulation.ok ? [warning('neg', 'fails')] : []),
      ...(simulation ? [] : [warning('neg', 'noPreview', { host: new URL(context.origin).host })]),
    ],
    rows: [...permissionRows(request, coin, context), ...(request.period === null ? [] : [inAll])],
    confirm: similar || !simulation?.ok || stranger?.imitates != null ? 'allowAnyway' : 'allow',
    twice: false,
    counterparties: [],
  }
}

/**
 * Prepares `wallet_requestExecutionPermissions` and `wallet_grantPermissions` (ERC-7715) of a smart account: somebody may spend an amount of one coin,
 * until a moment. Safe's allowance module keeps them to the amount, and a contract of the permission's own to its end: no server has to be trusted.
 *
 * @throws RpcError -32602, 4200: for an account or a network that could not enforce the limit too
 */
export async function prepareGrant(params: unknown, context: SignerContext): Promise<Prepared> {
  const { smart, rpc, network } = context
  const chain = Number(network.id)
  const request = permissionParams(params, context.account, chain)
  if (!smart) throw noSmartAccount()
  const { spender, token, expiry } = request
  // Who owns the account needs no permission; a contract of the account's own would be one that nobody can spend.
  const own = [smart.owner, smart.address, contracts.allowanceModule, contracts.module, contracts.entryPoint]
  if (own.some((address) => address.toLowerCase() === spender.toLowerCase())) throw notAllowed('to')
  if (!(await arePermissionsThere(rpc))) throw noModule()
  const coin = await coinOf(token, context)
  if (!coin) throw invalid('tokenAddress: no token')
  const terms: Terms = { account: smart.address, token, spender, expiry }
  const contract = permissionAddress(terms, context.origin)
  const again = await isDeployed(rpc, contract)
  const calls = await callsOf(request, contract, again, terms, context)
  const happened = afterwards(smart, permissionAnswer(request, contract, chain))
  const finish: Finish = async (hash, validUntil) => {
    const answer = await happened(hash, validUntil)
    // The permission holds, whether anybody records it or not.
    await context.records?.granted(context, smart, contract).catch(() => undefined)
    return answer
  }
  return prepareOwnCalls(calls, context, smart, finish, async (simulation) => ({
    ...contentOf(request, again, coin, simulation, context),
    notes: [{ id: 'note.removable' }, ...(context.records ? [{ id: 'note.recorded' } as const] : [])],
  }))
}
