import { codes, errors, type Network, RpcError } from '@latchkey/protocol'
import { z } from '@latchkey/protocol/schemas/secure'
import { numberToHex } from 'viem'
import type { OwnAccount } from '../../ownAccounts.js'
import { permissionTypes } from '../../policy/permissionParams.js'
import { invalid } from '../../policy/refusals.js'
import { arePermissionsThere } from '../permissions/granted.js'
import type { Rpc } from '../rpc.js'

const chainIds = z.array(z.string().check(z.regex(/^0x[0-9a-fA-F]{1,16}$/))).check(z.maxLength(64))
const request = z.tuple([z.string().check(z.maxLength(42)), z.optional(chainIds)], z.unknown())

/**
 * What an account can do on a chain. `atomicBatch` is how version 1.0 of the standard said it. Permissions need contracts that not every chain has. A
 * page cannot bring a paymaster (ERC-7677): the operator's is asked by the wallet itself.
 */
async function capabilitiesOn(type: OwnAccount['type'], rpc: Rpc) {
  const paymasterService = { supported: false }
  if (type === 'eoa') return { atomic: { status: 'unsupported' }, paymasterService, permissions: { supported: false } }
  const there = await arePermissionsThere(rpc).catch(() => false)
  const permissions = there ? { supported: true, signerTypes: ['account'], permissionTypes } : { supported: false }
  return { atomic: { status: 'supported' }, atomicBatch: { supported: true }, paymasterService, permissions }
}

/**
 * Answers `wallet_getCapabilities` (EIP-5792).
 *
 * @param accountsOn every account on a network
 * @throws RpcError 4100 for an address that is not this wallet's
 */
export async function capabilitiesOf(
  params: unknown,
  networks: readonly Network[],
  accountsOn: (network: Network) => Promise<readonly OwnAccount[]>,
  rpcOf: (network: Network) => Rpc,
): Promise<unknown> {
  // Some pages ask without saying for whom.
  const parsed = request.safeParse(Array.isArray(params) && params.length > 0 ? params : [''])
  if (!parsed.success) throw invalid(parsed.error.issues[0]?.path.join('.') ?? '')
  const [address, chains] = parsed.data
  const wanted = chains?.map(Number)
  const chosen = networks.filter(({ id, chainNamespace }) => chainNamespace === 'eip155' && (!wanted || wanted.includes(Number(id))))
  const found = await Promise.all(
    chosen.map(async (network) => {
      const accounts = await accountsOn(network)
      const own = address === '' ? accounts[0] : accounts.find((account) => account.address.toLowerCase() === address.toLowerCase())
      return own ? [[numberToHex(Number(network.id)), await capabilitiesOn(own.type, rpcOf(network))] as const] : []
    }),
  )
  const answer = found.flat()
  if (answer.length === 0 && chosen.length > 0) throw new RpcError(codes.unauthorized, errors.rpcNotAllowed)
  return Object.fromEntries(answer)
}
