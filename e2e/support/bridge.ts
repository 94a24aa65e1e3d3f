import { text } from 'node:stream/consumers'
import { acrossCalls } from '@latchkey/protocol/acrossCalls'
import { startTestServer } from '@latchkey/testkit/src/server/startTestServer.ts'
import { type Address, createTestClient, decodeFunctionData, encodeFunctionData, type Hex, http, parseAbi, zeroAddress } from 'viem'
import { sendToken } from './money.ts'
import { chainClient, networkIds, type Server, tokenOf } from './server.ts'

/*
 * A bridge between the two local EVM chains, and a service in front of it that answers as LI.FI does (https://docs.li.fi/api-reference). The contract on
 * the first chain takes the tokens, and a relayer pays them out on the second one, as Across does.
 */

const abi = parseAbi(acrossCalls)
/**
 * `require(token.transferFrom(msg.sender, address(this), minAmount))`, with `token` (`sendingAssetId`) and `minAmount` read from where the call above has
 * them: at the bytes 0xc4 and 0x104.
 */
const runtime: Hex = '0x6323b872dd60e01b5f5233600452306024526101043560445260205f60645f5f60c4355af15f5116602e575f5ffd5b00'
/** What the bridge keeps, in hundredths of a percent. */
const fee = 10n
const whole = 10_000n
const contract: Address = '0x00000000000000000000000000000000000B41D6'

const amountAfter = (amount: bigint) => (amount * (whole - fee)) / whole

export type LocalBridge = {
  readonly url: string
  readonly contract: Address
  /** Lets the relayer pay out; until then everything is on its way. */
  payOut(): void
  close(): void
}

/** Starts the bridge for USDC of the first chain to USDC of the second one. */
export async function startBridge(server: Server): Promise<LocalBridge> {
  const { first, second } = networkIds
  const usdc = { [first]: tokenOf(server, first, 'USDC'), [second]: tokenOf(server, second, 'USDC') }
  await createTestClient({ mode: 'anvil', transport: http(server.chains[first]) }).setCode({ address: contract, bytecode: runtime })
  let isOpen = false
  const paid = new Map<string, Promise<string>>()

  function transactionFor(query: URLSearchParams) {
    const user = query.get('fromAddress') as Address
    const amount = BigInt(query.get('fromAmount') ?? '')
    const bridged = {
      transactionId: `0x${'1'.repeat(64)}`,
      bridge: 'across',
      integrator: '',
      referrer: zeroAddress,
      sendingAssetId: query.get('fromToken') as Address,
      receiver: user,
      minAmount: amount,
      destinationChainId: 31_338n,
      hasSourceSwaps: false,
      hasDestinationCall: false,
    } as const
    const across = {
      receiverAddress: user,
      refundAddress: user,
      receivingAssetId: query.get('toToken') as Address,
      outputAmount: amountAfter(amount),
      outputAmountPercent: 0n,
      exclusiveRelayer: zeroAddress,
      quoteTimestamp: 0,
      fillDeadline: 0,
      exclusivityDeadline: 0,
      message: '0x',
    } as const
    const data = encodeFunctionData({ abi, functionName: 'startBridgeTokensViaAcrossV3', args: [bridged, across] })
    return {
      ...{ tool: 'across', estimate: { toAmount: String(amountAfter(amount)), approvalAddress: contract } },
      transactionRequest: { from: user, to: contract, data, value: '0x0', chainId: 31_337, gasLimit: '0x30d40' },
    }
  }

  /** Pays out what a transaction of the first chain put in, once. */
  async function relay(hash: Hex): Promise<string> {
    const { input } = await chainClient(server, 31_337).getTransaction({ hash })
    const { functionName, args } = decodeFunctionData({ abi, data: input })
    if (functionName !== 'startBridgeTokensViaAcrossV3') throw new Error(`${functionName} is not what was built.`)
    const [{ receiver }, { outputAmount }] = args
    return sendToken(server, { network: second, to: receiver, token: 'USDC', amount: outputAmount })
  }
  async function status(query: URLSearchParams) {
    const hash = query.get('txHash') as Hex
    const receipt = await chainClient(server, 31_337)
      .getTransactionReceipt({ hash })
      .catch(() => undefined)
    if (receipt?.status !== 'success' || !isOpen) return { status: 'PENDING', substatus: 'WAIT_DESTINATION_TRANSACTION' }
    const payment = paid.get(hash) ?? relay(hash)
    paid.set(hash, payment)
    return { status: 'DONE', substatus: 'COMPLETED', receiving: { chainId: 31_338, txHash: await payment } }
  }
  function routes(body: { fromAmount: string; fromTokenAddress: string; toTokenAddress: string }) {
    const [from, to] = [body.fromTokenAddress, body.toTokenAddress]
    const isOffered = from.toLowerCase() === usdc[first]?.toLowerCase() && to.toLowerCase() === usdc[second]?.toLowerCase()
    const amount = BigInt(body.fromAmount)
    const estimate = {
      executionDuration: 4,
      gasCosts: [{ limit: '200000' }],
      feeCosts: [{ amountUSD: String(Number(amount - amountAfter(amount)) / 1e6) }],
    }
    const route = {
      ...{ fromAmount: body.fromAmount, toAmount: String(amountAfter(amount)), steps: [{ tool: 'across', estimate }] },
      ...{ fromToken: { address: from, chainId: 31_337 }, toToken: { address: to, chainId: 31_338 } },
    }
    return { routes: isOffered ? [route] : [] }
  }

  const listener = await startTestServer(async (request, response, { pathname, searchParams }) => {
    const body = await text(request)
    const answer =
      pathname === '/v1/advanced/routes'
        ? routes(JSON.parse(body))
        : pathname === '/v1/quote'
          ? transactionFor(searchParams)
          : await status(searchParams)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  return {
    url: `http://127.0.0.1:${listener.port}`,
    contract,
    payOut: () => {
      isOpen = true
    },
    close: listener.close,
  }
}
