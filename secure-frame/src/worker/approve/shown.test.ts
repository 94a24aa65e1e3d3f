import { RpcError } from '@latchkey/protocol'
import fc from 'fast-check'
import { encodeFunctionData, parseAbi } from 'viem'
import { describe, test } from 'vitest'
import { answerTrial, evmAccount, fakeContext, fakeSolana, listedIn, solanaAccount } from '../../testing/fakeNode.js'
import { type Finding, findInCall, findInTypedData, missingIn, spell } from '../../testing/property/evmOracle.js'
import { evmCall, tokens, typedRequest } from '../../testing/property/evmRequests.js'
import { findInSolana, solanaInstruction } from '../../testing/property/solanaRequests.js'
import { type DrawnCard, renderCard } from '../../testing/renderCard.js'
import { buildSolana } from '../../testing/solanaTransactions.js'
import { prepareSendCalls } from '../signers/calls/sendCalls.js'
import { prepareTransaction } from '../signers/evm/transaction.js'
import { prepareTypedData } from '../signers/evm/typedData.js'
import { prepareSolanaTransaction } from '../signers/solana/prepare.js'
import type { Prepared } from './content.js'

/* Whatever an independent decoder finds in a request is on its card, or the request is refused. LATCHKEY_LONG=1 tries fifty times as many. */

/** A failure is shrunk for at most this long, in milliseconds. */
const timeout = 60_000
const long = Boolean(process.env.LATCHKEY_LONG)
const runs = (share: number) => ({
  numRuns: share * (long ? 50 : 1),
  seed: 42,
  ...(long ? {} : { interruptAfterTimeLimit: timeout, markInterruptAsFailure: true }),
})
/** A million coins for the account, in the words of `traceTransfers`. */
const fortune = {
  address: `0x${'ee'.repeat(20)}`,
  topics: [
    '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    `0x${'11'.repeat(32)}`,
    `0x${evmAccount.slice(2).toLowerCase().padStart(64, '0')}`,
  ],
  data: `0x${(10n ** 24n).toString(16).padStart(64, '0')}`,
}
const balance = 2n ** 200n
/** Nothing is tried there. */
const unable = fakeContext({ tokens, balance })
/** It calls every token by one name, divides it in its own way, and finds that nothing leaves and a fortune comes. */
const liar = fakeContext(
  {
    tokens: Object.fromEntries(
      Object.entries(tokens).map(([address, token]) => [
        address,
        token.decimals === undefined ? token : { ...token, symbol: 'USDC', decimals: 9 },
      ]),
    ),
    balance,
    answers: {
      eth_simulateV1: answerTrial(Array.from({ length: 3 }, () => ({ status: '0x1', gasUsed: '0x5208', logs: [fortune] }))) as never,
    },
  },
  { contracts: listedIn({ tokens }) },
)
const nodes = [
  ['cannot try', unable],
  ['lies', liar],
] as const

/** The card; null when it is refused by a rule. Any other failure is one. */
async function cardOf(prepare: () => Promise<Prepared>): Promise<DrawnCard | null> {
  try {
    return renderCard((await prepare()).content)
  } catch (error) {
    if (error instanceof RpcError && (error.code === 4200 || error.code === -32602)) return null
    throw error
  }
}

function requireAll(text: string | undefined, findings: readonly Finding[]) {
  const missing = text === undefined ? [] : missingIn(text, findings)
  if (missing.length > 0) throw new Error(`Not on the card: ${missing.join('; ')}\n${text?.replace(/\n+/g, ' | ')}`)
}
const asParams = ({ to, data, value }: { to: string; data: string; value: bigint }) => ({ to, data, value: `0x${value.toString(16)}` })

describe('every recipient, spender and amount is on the card, or it is refused', { timeout: long ? 900_000 : 120_000 }, () => {
  test.each(nodes)('behavior: of 500 calls, on a node that %s', async (what, context) => {
    await fc.assert(
      fc.asyncProperty(evmCall, async (call) => {
        const card = await cardOf(() => prepareTransaction([{ from: evmAccount, gas: '0x5208', ...asParams(call) }], context))
        requireAll(card?.facts, findInCall(call, tokens))
        // The card says that it was not tried, always.
        if (what === 'cannot try' && card) requireAll(card.facts, [{ what: 'untried', oneOf: ['couldn’t preview', 'could not try'] }])
      }),
      runs(what === 'lies' ? 250 : 500),
    )
  })

  test('error: of a payment that a lying node calls a gift', async () => {
    const abi = parseAbi(['function transfer(address, uint256)'])
    const payment = fc.record({
      token: fc.constantFrom(undefined, ...listedIn({ tokens }).tokens.map(({ address }) => address)),
      amount: fc.bigInt({ min: 1n, max: 2n ** 128n }),
    })
    await fc.assert(
      fc.asyncProperty(payment, async ({ token, amount }) => {
        const to = `0x${'33'.repeat(20)}` as const
        const call = token
          ? { to: token, data: encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] }) }
          : { to, value: `0x${amount.toString(16)}` }
        const card = await cardOf(() => prepareTransaction([{ from: evmAccount, gas: '0x5208', ...call }], liar))
        if (card?.severity !== 'red') throw new Error(`${card?.severity}: ${card?.facts}`)
      }),
      runs(100),
    )
  })

  test.each(nodes)('behavior: of 100 batches, on a node that %s', async (_what, context) => {
    await fc.assert(
      fc.asyncProperty(fc.array(evmCall, { minLength: 1, maxLength: 3 }), async (calls) => {
        const request = { version: '2.0.0', chainId: '0x1', atomicRequired: false, calls: calls.map(asParams) }
        const card = await cardOf(() => prepareSendCalls([request], context))
        requireAll(
          card?.facts,
          calls.flatMap((call) => findInCall(call, tokens)),
        )
      }),
      runs(100),
    )
  })

  test.each(nodes)('behavior: of 1,000 typed messages, known and never seen, on a node that %s', async (what, context) => {
    const EIP712Domain = [
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ]
    await fc.assert(
      fc.asyncProperty(typedRequest, async ({ types, primaryType, contract, message, facts }) => {
        const data = { types: { ...types, EIP712Domain }, primaryType, domain: { chainId: 1, verifyingContract: contract }, message }
        const card = await cardOf(() => prepareTypedData([evmAccount, data], context))
        requireAll(card?.open, findInTypedData(types, message))
        const at = (path: string) => path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], message)
        const tokenAt = (path: string) => {
          const parent = path.includes('.') ? (at(path.slice(0, path.lastIndexOf('.'))) as Record<string, unknown>) : {}
          return tokens[String(parent.token ?? contract).toLowerCase()]
        }
        const each = (path: string): string[] => {
          const [list = '', rest] = path.split('.*.')
          return rest === undefined ? [path] : (at(list) as readonly unknown[]).map((_item, index) => `${list}.${index}.${rest}`)
        }
        requireAll(
          card?.facts,
          facts.flatMap(each).map((path) => {
            const value = String(at(path))
            if (value.startsWith('0x')) return { what: path, oneOf: [value] }
            return spell(BigInt(value), path === 'tokenId' ? undefined : tokenAt(path), path)
          }),
        )
      }),
      runs(what === 'lies' ? 250 : 1_000),
    )
  })

  test('behavior: of 400 Solana transactions', async () => {
    const solana = fakeSolana()
    await fc.assert(
      fc.asyncProperty(fc.array(solanaInstruction, { minLength: 1, maxLength: 5 }), async (instructions) => {
        const transaction = buildSolana(instructions, solanaAccount)
        const card = await cardOf(() => prepareSolanaTransaction({ transaction }, solana, false))
        requireAll(card?.facts, instructions.flatMap(findInSolana))
      }),
      runs(400),
    )
  })
})
