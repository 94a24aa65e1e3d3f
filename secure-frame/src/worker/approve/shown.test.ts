import { RpcError } from '@latchkey/protocol'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { evmAccount, fakeContext, fakeSolana, solanaAccount } from '../../testing/fakeNode.js'
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
const context = fakeContext({ tokens, balance: 2n ** 200n })

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
  test('behavior: of 500 calls', async () => {
    await fc.assert(
      fc.asyncProperty(evmCall, async (call) => {
        const card = await cardOf(() => prepareTransaction([{ from: evmAccount, gas: '0x5208', ...asParams(call) }], context))
        requireAll(card?.facts, findInCall(call, tokens))
      }),
      runs(500),
    )
  })

  test('behavior: of 100 batches', async () => {
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

  test('behavior: of 1,000 typed messages, known and never seen', async () => {
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
      runs(1_000),
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
