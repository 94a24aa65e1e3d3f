import { codes, errors, type Network, RpcError } from '@latchkey/protocol'
import { z } from '@latchkey/protocol/schemas/secure'
import { numberToHex } from 'viem'
import type { OwnAccount } from '../../ownAccounts.js'
import { invalid } from '../../policy/refusals.js'

const chainIds = z.array(z.string().check(z.regex(/^0x[0-9a-fA-F]{1,16}$/))).check(z.maxLength(64))
const request = z.tuple([z.string().check(z.maxLength(42)), z.optional(chainIds)], z.unknown())

/** What an account can do on a chain. `atomicBatch` is how version 1.0 of the standard said it. */
const capabilities = {
  smartAccount: { atomic: { status: 'supported' }, atomicBatch: { supported: true } },
  eoa: { atomic: { status: 'unsupported' } },
} as const

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
      return own ? [[numberToHex(Number(network.id)), capabilities[own.type]] as const] : []
    }),
  )
  const answer = found.flat()
  if (answer.length === 0 && chosen.length > 0) throw new RpcError(codes.unauthorized, errors.rpcNotAllowed)
  return Object.fromEntries(answer)
}
