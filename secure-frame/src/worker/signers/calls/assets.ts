import { codes, errors, type Network, RpcError, type TokenBalance } from '@latchkey/protocol'
import { z } from '@latchkey/protocol/schemas/secure'
import { getAddress, numberToHex, parseUnits } from 'viem'
import type { OwnAccount } from '../../ownAccounts.js'
import { invalid } from '../../policy/refusals.js'
import { type BalancesPlace, readBalances } from './balances.js'

/** Tokens that a page may name in one request: as many as the server reads at once. */
const most = 100

const isAddress = /^0x[0-9a-fA-F]{40}$/
/** Hexadecimal, as the standard says; viem writes the chains of `assetFilter` as decimal numbers. */
const chainId = z.string().check(z.regex(/^(0x[0-9a-fA-F]{1,13}|[0-9]{1,15})$/))
const filtered = z.object({ address: z.string().check(z.maxLength(42)), type: z.string().check(z.maxLength(32)) })
const request = z.object({
  account: z.string().check(z.regex(isAddress)),
  assetFilter: z.optional(z.record(chainId, z.array(filtered).check(z.maxLength(most)))),
  assetTypeFilter: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(16))),
  chainFilter: z.optional(z.array(chainId).check(z.maxLength(64))),
})
type Asked = z.infer<typeof request>

/** What is asked for (ERC-7811). @throws RpcError -32602 */
function assetsParams(params: unknown): Asked {
  const parsed = z.tuple([request], z.unknown()).safeParse(params)
  if (!parsed.success) throw invalid(parsed.error.issues[0]?.path.join('.') ?? '')
  const [asked] = parsed.data
  if (Object.values(asked.assetFilter ?? {}).flat().length > most) throw invalid('0.assetFilter')
  return asked
}

type Named = { readonly address: string; readonly type: string }

/** The assets that a page names on a network; undefined when it names none at all. With them it leaves out everything else, whatever other filters say. */
function namedOn({ assetFilter }: Asked, { id }: Network): readonly Named[] | undefined {
  if (!assetFilter) return undefined
  return Object.entries(assetFilter).flatMap(([chain, assets]) => (Number(chain) === Number(id) ? assets : []))
}

/** With its checksum, as pages write addresses. */
const tokenOf = ({ address, chainId: chain }: TokenBalance) => address && getAddress(address.slice(chain.length + 1))

/** One asset as the standard writes it. */
function assetOf(balance: TokenBalance, network: Network) {
  const { name, symbol, quantity } = balance
  const decimals = Number(quantity.decimals)
  const address = tokenOf(balance)
  return {
    address: address ?? 'native',
    balance: numberToHex(parseUnits(quantity.numeric, decimals)),
    type: address ? 'erc20' : 'native',
    metadata: address ? { name, symbol, decimals } : network.nativeCurrency,
  }
}

/**
 * Answers `wallet_getAssets` (ERC-7811) with what the user's own list of tokens has. A token that is on no list is answered only when the page names it;
 * a network whose node does not answer is left out: the standard has no way to say that an amount is missing or old.
 *
 * @param networks that the wallet serves
 * @param accountsOn every account on a network
 * @param read asks the server
 * @throws RpcError 4100 for an address that is not this wallet's; -32002 when no network answers
 */
export async function assetsOf(
  params: unknown,
  networks: readonly Network[],
  accountsOn: (network: Network) => Promise<readonly OwnAccount[]>,
  place: BalancesPlace,
  read = readBalances,
): Promise<unknown> {
  const asked = assetsParams(params)
  const evm = networks.filter(({ chainNamespace }) => chainNamespace === 'eip155')
  const account = asked.account.toLowerCase()
  const own = (await Promise.all(evm.map(accountsOn))).flat()
  if (!own.some(({ address }) => address.toLowerCase() === account)) throw new RpcError(codes.unauthorized, errors.rpcNotAllowed)
  const wanted = asked.assetFilter ? Object.keys(asked.assetFilter) : asked.chainFilter
  const chosen = evm.filter(({ id }) => !wanted || wanted.some((chain) => Number(chain) === Number(id)))
  if (chosen.length === 0) return {}
  const tokens = chosen.flatMap((network) =>
    (namedOn(asked, network) ?? []).flatMap(({ address, type }) =>
      type === 'erc20' && isAddress.test(address) ? `${network.caipNetworkId}:${address.toLowerCase()}` : [],
    ),
  )
  const [only] = chosen
  const {
    balances,
    stale = [],
    unavailable = [],
  } = await read(place, {
    address: account,
    chainId: chosen.length === 1 ? only?.caipNetworkId : undefined,
    tokens,
  })
  const assetsOn = (network: Network) => {
    const named = namedOn(asked, network)
    return balances
      .filter((balance) => balance.chainId === network.caipNetworkId)
      .flatMap((balance) => {
        const asset = assetOf(balance, network)
        const isNamed = named?.some(({ address, type }) => address.toLowerCase() === asset.address.toLowerCase() && type === asset.type)
        const isListed = balance.listed !== false && (asked.assetTypeFilter?.includes(asset.type) ?? true)
        return (isNamed ?? isListed) ? [asset] : []
      })
  }
  const silent: readonly string[] = [...stale, ...unavailable]
  return Object.fromEntries(
    chosen
      .filter(({ caipNetworkId }) => !silent.includes(caipNetworkId))
      .map((network) => [numberToHex(Number(network.id)), assetsOn(network)]),
  )
}
