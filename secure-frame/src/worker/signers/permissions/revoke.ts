import { encodeFunctionData, type Hex } from 'viem'
import type { Prepared } from '../../approve/content.js'
import { noSmartAccount, revocationParams } from '../../policy/permissionParams.js'
import { invalid } from '../../policy/refusals.js'
import type { SignerContext } from '../context.js'
import type { Content } from '../evm/callContent.js'
import type { Simulation } from '../evm/simulate.js'
import type { Call } from '../safe/calls.js'
import { contracts } from '../safe/contracts.js'
import { type Finish, prepareOwnCalls } from '../safe/prepareOperation.js'
import { allowanceAbi } from './abis.js'
import { afterwards } from './grant.js'
import { type GrantedPermission, permissionsOfContract } from './granted.js'
import { coinOf, permissionRows } from './permissionRows.js'

/** The call that ends a permission at once. */
const removal = (contract: Hex): Call => ({
  to: contracts.allowanceModule,
  value: 0n,
  data: encodeFunctionData({ abi: allowanceAbi, functionName: 'removeDelegate', args: [contract, true] }),
})

async function contentOf(granted: readonly GrantedPermission[], simulation: Simulation | null, context: SignerContext): Promise<Content> {
  const rows = granted.map(async (one) => {
    const coin = (await coinOf(one.token, context)) ?? { symbol: '?', decimals: 0, balance: null }
    return permissionRows(one, coin, context)
  })
  return {
    title: { id: 'title.permissionRemove' },
    changes: [],
    preview: simulation?.ok ? 'done' : 'failed',
    grants: [],
    warnings: simulation && !simulation.ok ? [{ tone: 'neg', title: { id: 'warn.fails' }, text: { id: 'warn.failsText' } }] : [],
    rows: (await Promise.all(rows)).flat(),
    confirm: 'confirm',
    twice: false,
    counterparties: [],
  }
}

/**
 * Prepares `wallet_revokeExecutionPermission` (ERC-7715): a transaction, after which nothing can be spent by that permission.
 *
 * @throws RpcError -32602 for a permission that the account has not granted; 4200 for an account that cannot grant any
 */
export async function prepareRevoke(params: unknown, context: SignerContext): Promise<Prepared> {
  const contract = revocationParams(params)
  const { smart, rpc } = context
  if (!smart) throw noSmartAccount()
  const granted = await permissionsOfContract(rpc, smart.address, contract)
  if (granted.length === 0) throw invalid('permissionContext: no such permission')
  const happened = afterwards(smart, {})
  const finish: Finish = async (hash, validUntil) => {
    const answer = await happened(hash, validUntil)
    await context.records?.removed(context, smart, contract).catch(() => undefined)
    return answer
  }
  return prepareOwnCalls([removal(contract)], context, smart, finish, async (simulation) => ({
    ...(await contentOf(granted, simulation, context)),
    ...(context.records ? { notes: [{ id: 'note.recordEnded' }] } : {}),
  }))
}
