import { describe, expect, test } from 'vitest'
import calls from '../../testing/drainers/calls.json' with { type: 'json' }
import messages from '../../testing/drainers/messages.json' with { type: 'json' }
import {
  callOf,
  type Expected,
  evmContext,
  fill,
  type Names,
  type SolanaPattern,
  solanaContext,
  solanaOf,
  type TypedPattern,
  typedDataOf,
} from '../../testing/drainers/read.js'
import solana from '../../testing/drainers/solana.json' with { type: 'json' }
import typedData from '../../testing/drainers/typedData.json' with { type: 'json' }
import { renderCard } from '../../testing/renderCard.js'
import { prepareSendCalls } from '../signers/calls/sendCalls.js'
import { preparePersonalSign } from '../signers/evm/personalSign.js'
import { prepareTransaction } from '../signers/evm/transaction.js'
import { prepareTypedData } from '../signers/evm/typedData.js'
import { prepareSolanaTransaction } from '../signers/solana/prepare.js'
import type { Prepared } from './content.js'

/* What thieves have users sign, and what the card has to say of it: read from the card that is drawn. */

type Call = Parameters<typeof callOf>[0]
type CallPattern = Expected & {
  readonly call?: Call
  readonly calls?: readonly Call[]
  readonly simulated?: Parameters<typeof evmContext>[2]
}

async function judge({ says = [], warns = [], refused }: Expected, names: Names, prepare: () => Promise<Prepared>) {
  const prepared = await prepare().catch((error: unknown) => error as { code?: number; data?: { why?: string } })
  if (refused !== undefined) return expect(prepared).toMatchObject({ code: 4200, data: { why: refused } })
  if (!('content' in prepared)) throw prepared
  const { facts, severity } = renderCard(prepared.content)
  for (const text of says) expect(facts).toContain(fill(text, names))
  expect(prepared.content.warnings.map(({ title }) => title.id)).toEqual(
    expect.arrayContaining(warns.map((id) => expect.stringMatching(`^warn.${id}$`))),
  )
  expect(severity).not.toBe('ordinary')
}
const named = <T extends Expected>(patterns: readonly T[]) => patterns.map((pattern) => [pattern.name, pattern] as const)

test('behavior: there are 60 of them and more, each with a name of its own', () => {
  const names = [calls, typedData, solana, messages].flatMap(({ patterns }) => patterns.map(({ name }) => name))
  expect(names.length).toBeGreaterThanOrEqual(60)
  expect(new Set(names).size).toBe(names.length)
})

describe('calls', () => {
  const { names } = calls
  test.each(named(calls.patterns as readonly CallPattern[]))('error: %s is no ordinary card', async (_name, pattern) => {
    const context = evmContext(names, pattern, pattern.simulated)
    const { call, calls: several = [] } = pattern
    await judge(pattern, names, () =>
      call
        ? prepareTransaction([{ from: context.account, ...callOf(call, names) }], context)
        : prepareSendCalls(
            [{ version: '2.0.0', chainId: '0x1', atomicRequired: false, calls: several.map((one) => callOf(one, names)) }],
            context,
          ),
    )
  })
})

describe('typed data', () => {
  const { names } = typedData
  test.each(named(typedData.patterns as readonly (Expected & { readonly typedData: TypedPattern })[]))(
    'error: %s is no ordinary card',
    async (_name, pattern) => {
      const context = evmContext(names, pattern)
      await judge(pattern, names, () => prepareTypedData([context.account, typedDataOf(pattern.typedData, names)], context))
    },
  )
})

describe('Solana', () => {
  const { names, holdings } = solana
  type Pattern = Expected & {
    readonly instructions: readonly SolanaPattern[]
    readonly lamportsOut?: number
    readonly after?: Parameters<typeof solanaContext>[4]
  }
  test.each(named(solana.patterns as readonly Pattern[]))('error: %s is no ordinary card', async (_name, pattern) => {
    const context = solanaContext(names, holdings, pattern, pattern.lamportsOut, pattern.after)
    await judge(pattern, names, () => prepareSolanaTransaction({ transaction: solanaOf(pattern.instructions, names) }, context, false))
  })
})

describe('messages', () => {
  const { names } = messages
  test.each(named(messages.patterns as readonly (Expected & { readonly text: string })[]))(
    'error: %s is no ordinary card',
    async (_name, pattern) => {
      const context = evmContext(names, pattern)
      await judge(pattern, names, () => preparePersonalSign([String(fill(pattern.text, names)), context.account], context))
    },
  )
})
