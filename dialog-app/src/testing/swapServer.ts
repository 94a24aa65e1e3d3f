import { type CaipNetworkId, nativeTokenAddress, type SwapContracts } from '@latchkey/protocol'
import { decodeFunctionData, encodeAbiParameters, encodeFunctionData, erc20Abi, type Hex, numberToHex, parseAbi } from 'viem'
import type { SwapToken } from '../state/swap.js'
import type { evmNode } from './evmNode.js'
import { encodeForRouter02, encodeForV2Router } from './routerCalls.js'

/* `/v1/convert/*` and the chains behind it, as a test plays them: honest, unless the test changes an answer. */

const wrapAbi = parseAbi(['function deposit()', 'function withdraw(uint256)'])

/** An answer, as it goes over the wire. */
// biome-ignore lint/suspicious/noExplicitAny: a test changes whatever is in it
export type WireAnswer = any

export type SwapServerOptions = {
  readonly account: Hex
  readonly swaps: Readonly<Record<CaipNetworkId, SwapContracts>>
  readonly tokens: Readonly<Record<CaipNetworkId, readonly SwapToken[]>>
  readonly node: ReturnType<typeof evmNode>
}

const refusal = (description: string) => Response.json({ status: 'FAILED', reasons: [{ field: 'x', description }] }, { status: 400 })
const partsOf = (id: string) => {
  const [namespace, reference, address = ''] = id.split(':')
  return { networkId: `${namespace}:${reference}` as CaipNetworkId, address: address.toLowerCase() as Hex }
}

/** A server with swaps. */
export function swapServer({ account, swaps, tokens, node }: SwapServerOptions) {
  const world = {
    random: Math.random as () => number,
    /** What a whole amount buys. */
    rate: (_from: string, _to: string, amount: bigint) => amount * 2n,
    /** Hundredths of a percent. */
    impact: 8,
    /** By network and token. */
    allowances: new Map<string, bigint>(),
    /** Tokens that keep a part of each transfer, and those that change an allowance from nothing only. */
    keepsPart: new Set<string>(),
    changesFromNothing: new Set<string>(),
    balance: 2n ** 200n,
    /** What is called in vain: everything that swaps, while the price is another. */
    failsNow: false,
    gas: '200000',
    gasPrice: '10',
    /** By the last part of the path: what becomes of an honest answer. */
    lies: {} as Record<string, (answer: WireAnswer, query: URLSearchParams) => WireAnswer>,
  }
  const tokenAt = (networkId: CaipNetworkId, address: string) => tokens[networkId]?.find((one) => one.address === address)
  const wire = (networkId: CaipNetworkId, { address, icon: _, ...rest }: SwapToken) => ({
    ...rest,
    address: `${networkId}:${address}`,
    logoUri: null,
    eip2612: null,
  })

  function build(order: { from: string; to: string; amount: string; userAddress: string; eip155: { slippage: number } }) {
    const { networkId, address: from } = partsOf(order.from)
    const { address: to } = partsOf(order.to)
    const contracts = swaps[networkId] as SwapContracts
    const { wrapped, router, kind } = contracts
    const sold = BigInt(order.amount)
    const eip155 = { gas: world.gas, gasPrice: world.gasPrice }
    if ((from === nativeTokenAddress && to === wrapped) || (from === wrapped && to === nativeTokenAddress)) {
      const data =
        to === wrapped
          ? encodeFunctionData({ abi: wrapAbi, functionName: 'deposit' })
          : encodeFunctionData({ abi: wrapAbi, functionName: 'withdraw', args: [sold] })
      return { tx: { from: order.userAddress, to: `${networkId}:${wrapped}`, data, amount: order.amount, eip155 } }
    }
    const out = world.rate(from, to, sold)
    const hundredths = BigInt(Math.round(order.eip155.slippage * 100))
    const pooled = (token: Hex) => (token === nativeTokenAddress ? (wrapped as Hex) : token)
    const minimum = (out * (10_000n - hundredths)) / 10_000n
    const terms = { from, to, sold, minimum, recipient: account, source: pooled(from), target: pooled(to) }
    const data = kind === 'v2Router' ? encodeForV2Router(terms, world.random) : encodeForRouter02(terms, world.random)
    return { tx: { from: order.userAddress, to: `${networkId}:${router}`, data, amount: String(out), eip155 } }
  }

  function convert(path: string, query: URLSearchParams, body: string): WireAnswer | Response {
    switch (path) {
      case 'tokens': {
        const networkId = query.get('chainId') as CaipNetworkId
        const wanted = query.get('address')
        const found = tokens[networkId]?.filter(({ address }) => !wanted || partsOf(wanted).address === address) ?? []
        return { tokens: found.map((token) => wire(networkId, token)) }
      }
      case 'quotes': {
        const [from, to] = [partsOf(query.get('from') ?? ''), partsOf(query.get('to') ?? '')]
        if ([from, to].some(({ address }) => world.keepsPart.has(address)))
          return refusal('This token keeps a part of each transfer and is not supported')
        const amount = query.get('amount') ?? '0'
        const { wrapped } = swaps[from.networkId] ?? {}
        const isSame = [from.address, to.address].every((address) => address === nativeTokenAddress || address === wrapped)
        const toAmount = isSame ? amount : String(world.rate(from.address, to.address, BigInt(amount)))
        const accounts = { fromAccount: query.get('from'), toAccount: query.get('to') }
        return { quotes: [{ id: null, ...accounts, fromAmount: amount, toAmount, priceImpact: world.impact, gas: world.gas }] }
      }
      case 'gas-price':
        return { standard: world.gasPrice, fast: world.gasPrice, instant: world.gasPrice }
      case 'allowance':
        return { allowance: String(world.allowances.get((query.get('tokenAddress') ?? '').toLowerCase()) ?? 0n) }
      case 'build-approve': {
        const from = query.get('from') ?? ''
        const args = [swaps[partsOf(from).networkId]?.router as Hex, BigInt(query.get('amount') ?? '')] as const
        const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
        return { tx: { from, to: from, data, value: '0', eip155: { gasPrice: world.gasPrice } } }
      }
      default:
        return build(JSON.parse(body))
    }
  }

  node.results.eth_getBalance = () => numberToHex(world.balance)
  /** The chains: what a token answers, and whether a call would go through. */
  node.results.eth_call = ([call, _block]: readonly unknown[]) => {
    const { to, data } = call as { to: string; data: Hex }
    const address = to.toLowerCase()
    const selector = data.slice(0, 10)
    const known = Object.keys(tokens).flatMap((networkId) => tokenAt(networkId as CaipNetworkId, address) ?? [])[0]
    if (selector === '0x313ce567') return known ? encodeAbiParameters([{ type: 'uint256' }], [BigInt(known.decimals)]) : '0x'
    if (selector === '0x70a08231') return encodeAbiParameters([{ type: 'uint256' }], [world.balance])
    return '0x'
  }
  /** Whether the node refuses a call that is tried out. */
  const isRefused = ({ to, data }: { to: string; data: Hex }, networkId: string): boolean => {
    const address = to.toLowerCase()
    if (!data.startsWith('0x095ea7b3')) return world.failsNow && !/^0x(313ce567|70a08231|49948e0e)/.test(data)
    const [, allowance] = decodeFunctionData({ abi: erc20Abi, data }).args as readonly [Hex, bigint]
    const before = world.allowances.get(`${networkId}:${address}`) ?? 0n
    return world.changesFromNothing.has(address) && before > 0n && allowance > 0n
  }

  return {
    world,
    /** In place of `fetch`. */
    async fetch(input: URL | string, init: RequestInit = {}): Promise<Response> {
      init.signal?.throwIfAborted()
      const { pathname, searchParams } = new URL(input)
      const path = /^\/v1\/convert\/(.+)$/.exec(pathname)?.[1]
      if (path) {
        const answer = convert(path, searchParams, String(init.body))
        const told = answer instanceof Response ? answer : (world.lies[path]?.(answer, searchParams) ?? answer)
        return told instanceof Response ? told : Response.json(told)
      }
      if (pathname === '/v1/fungible/price') return Response.json({ fungibles: [] })
      if (pathname !== '/v1/') return node.fetch(input, init)
      const networkId = searchParams.get('chainId') ?? ''
      const reply = ({ id, method, params }: { id: number; method: string; params: readonly never[] }) => {
        const isTried = method === 'eth_call' && isRefused(params[0] as never, networkId)
        if (isTried) return { jsonrpc: '2.0', id, error: { code: 3, message: 'execution reverted' } }
        return { jsonrpc: '2.0', id, result: node.results[method]?.(params) ?? null }
      }
      const asked = JSON.parse(String(init.body))
      return Response.json(Array.isArray(asked) ? asked.map(reply) : reply(asked))
    },
  }
}
