import type { Network, SecureBoot } from '@latchkey/protocol'
import type { OwnAccount, OwnAccounts } from '../ownAccounts.js'
import type { Batches } from '../signers/calls/batches.js'
import type { Rpc } from '../signers/rpc.js'
import { networkOf } from './networks.js'
import { invalid } from './refusals.js'

const hex = (value: number | string) => `0x${Number(value).toString(16)}`

/** What the answers to safe methods are made of. */
export type SafeContext = {
  readonly network: Network
  /** Accounts on it, the one that answers first. */
  readonly own: readonly [OwnAccount, ...OwnAccount[]]
  readonly networks: readonly Network[]
  readonly accounts: Pick<OwnAccounts, 'bundler'>
  readonly batches: Pick<Batches, 'find'>
  /** Where balances are asked for, and the page that asks. */
  readonly place: Pick<SecureBoot, 'api' | 'projectId' | 'build' | 'origin'>
  rpcOf(network: Network): Rpc
  accountsOn(network: Network): Promise<readonly OwnAccount[]>
}

type Answer = (params: unknown, context: SafeContext, method: string) => Promise<unknown>

const listOf = (params: unknown): readonly unknown[] =>
  Array.isArray(params) ? params : params === undefined || params === null ? [] : [params]

/** Questions about user operations go to the network's bundler. */
const toBundler: Answer = async (params, { network, accounts }, method) => (await accounts.bundler(network))(method, listOf(params))

/** Answers that are the wallet's own; everything else that is safe goes to the network's node. */
const own: Readonly<Record<string, Answer>> = {
  eth_chainId: async (_params, { network }) => hex(network.id),
  eth_getAccount: async (_params, { own: [first] }) => first.address,
  async wallet_getCapabilities(params, { networks, rpcOf, accountsOn }) {
    const { capabilitiesOf } = await import('../signers/calls/capabilities.js')
    return capabilitiesOf(params, networks, accountsOn, rpcOf)
  },
  async wallet_getCallsStatus(params, { networks, rpcOf, accounts, batches }) {
    const [id] = listOf(params)
    if (typeof id !== 'string') throw invalid('id')
    const batch = await batches.find(id)
    const network = networkOf({ networks }, batch.network)
    const { callsStatus } = await import('../signers/calls/status.js')
    return callsStatus(batch, Number(network.id), rpcOf(network), () => accounts.bundler(network))
  },
  async wallet_getSupportedExecutionPermissions(_params, { networks, rpcOf, accountsOn }) {
    const { supportedPermissions } = await import('../signers/permissions/supported.js')
    return supportedPermissions(networks, rpcOf, accountsOn)
  },
  async wallet_getGrantedExecutionPermissions(_params, { networks, rpcOf, accountsOn, place }) {
    const { listedPermissions } = await import('../signers/permissions/listed.js')
    return listedPermissions(networks, rpcOf, accountsOn, place.origin)
  },
  async wallet_getAssets(params, { networks, accountsOn, place }) {
    const { assetsOf } = await import('../signers/calls/assets.js')
    return assetsOf(params, networks, accountsOn, place)
  },
  eth_getUserOperationReceipt: toBundler,
  eth_estimateUserOperationGas: toBundler,
  async eth_getUserOperationByHash(params, { network, accounts, rpcOf }) {
    const [hash] = listOf(params)
    if (typeof hash !== 'string') throw invalid('hash')
    const { operationByHash } = await import('../signers/safe/operationByHash.js')
    return operationByHash(hash, await accounts.bundler(network), rpcOf(network))
  },
  async eth_supportedEntryPoints(_params, { own: all }) {
    const { contracts } = await import('../signers/safe/contracts.js')
    return all.some(({ type }) => type === 'smartAccount') ? [contracts.entryPoint] : []
  },
}

/** Answers a safe method without a user. */
export async function answerSafe(method: string, params: unknown, context: SafeContext): Promise<unknown> {
  const answer = Object.hasOwn(own, method) ? own[method] : undefined
  return answer ? answer(params, context, method) : context.rpcOf(context.network)(method, listOf(params))
}

/** The accounts, in the shape of each family (its wire contract). */
export const accountsIn = (family: string, address: string): unknown => (family === 'solana' ? [{ pubkey: address }] : [address])
