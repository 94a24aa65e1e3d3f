import type { Network } from '@latchkey/protocol'
import { z } from '@latchkey/protocol/schemas/secure'
import { numberToHex } from 'viem'
import { invalid } from '../../policy/refusals.js'
import { readToken } from '../evm/tokens.js'
import type { Rpc } from '../rpc.js'

/** Tokens of one chain that are looked up at once. */
const most = 50

const filtered = z.object({ address: z.string().check(z.maxLength(42)), type: z.optional(z.string()) })
const request = z.object({
  account: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  assetFilter: z.optional(z.record(z.string(), z.array(filtered).check(z.maxLength(most)))),
  assetTypeFilter: z.optional(z.array(z.string()).check(z.maxLength(16))),
  chainFilter: z.optional(z.array(z.string().check(z.regex(/^0x[0-9a-fA-F]{1,16}$/))).check(z.maxLength(32))),
})

/** What is asked for (ERC-7811). @throws RpcError -32602 */
function assetsParams(params: unknown): z.infer<typeof request> {
  const parsed = z.tuple([request], z.unknown()).safeParse(params)
  if (!parsed.success) throw invalid(parsed.error.issues[0]?.path.join('.') ?? '')
  return parsed.data[0]
}

async function assetsOn({ id, nativeCurrency }: Network, rpc: Rpc, { account, assetFilter, assetTypeFilter }: z.infer<typeof request>) {
  const wanted = assetFilter?.[numberToHex(Number(id))]
  const types = assetTypeFilter ?? ['native', 'erc20']
  const isWanted = (address: string, type: string) => types.includes(type) && (!wanted || wanted.some((one) => one.address === address))
  const native = isWanted('native', 'native')
    ? [
        {
          address: 'native',
          balance: await rpc('eth_getBalance', [account, 'latest']),
          type: 'native',
          metadata: nativeCurrency,
        },
      ]
    : []
  const tokens = (wanted ?? []).filter(({ address }) => /^0x[0-9a-fA-F]{40}$/.test(address) && types.includes('erc20'))
  const found = await Promise.all(tokens.map(async ({ address }) => ({ address, token: await readToken(rpc, address, account) })))
  return [
    ...native,
    ...found.flatMap(({ address, token }) =>
      token
        ? [
            {
              address,
              balance: numberToHex(token.balance ?? 0n),
              type: 'erc20',
              metadata: { name: token.symbol, symbol: token.symbol, decimals: token.decimals },
            },
          ]
        : [],
    ),
  ]
}

/**
 * Answers `wallet_getAssets` (ERC-7811): the networks' own coins, and the tokens that the page names.
 *
 * @param networks that the wallet serves
 */
export async function assetsOf(params: unknown, networks: readonly Network[], rpcOf: (network: Network) => Rpc): Promise<unknown> {
  const asked = assetsParams(params)
  const chains = asked.chainFilter?.map(Number)
  const chosen = networks.filter(({ id, chainNamespace }) => chainNamespace === 'eip155' && (!chains || chains.includes(Number(id))))
  return Object.fromEntries(
    await Promise.all(chosen.map(async (network) => [numberToHex(Number(network.id)), await assetsOn(network, rpcOf(network), asked)])),
  )
}
