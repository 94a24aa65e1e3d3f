import { expect, test } from 'vitest'
import type { Chain } from '../config/chains.js'
import { mintFacts } from './mintFacts.js'

const chain = {
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  tokens: [{ address: 'Listed', symbol: 'LST', decimals: 2 }],
} as unknown as Chain
const program = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const mint = (decimals: unknown, owner = program, type = 'mint') => ({ owner, data: { parsed: { type, info: { decimals } } } })
const accounts: Readonly<Record<string, object>> = {
  Plain: mint(9),
  Odd: mint(0),
  Lying: mint(-1),
  Account: mint(9, program, 'account'),
  Stranger: mint(9, 'Someone1111111111111111111111111111111111111'),
}
const asked: unknown[] = []
const factsOf = mintFacts(
  async (_chain, _method, [keys]) => {
    asked.push(keys)
    return { value: (keys as string[]).map((key) => accounts[key] ?? null) }
  },
  async (_chain, mints) => new Map(mints.map((one) => [one, { name: '', symbol: '' }])),
)

test('behavior: a mint has its decimals with or without a name, as a token of an EVM chain has; what is none is left out', async () => {
  const facts = await factsOf(chain, ['Listed', 'Plain', 'Odd', 'Lying', 'Account', 'Stranger', 'Nothing'])
  expect([...facts].map(([key, { name, symbol, decimals, listed }]) => [key, name, symbol, decimals, listed])).toEqual([
    ['Listed', 'LST', 'LST', 2, true],
    ['Plain', '', '', 9, false],
    ['Odd', '', '', 0, false],
  ])
  expect(asked).toEqual([['Plain', 'Odd', 'Lying', 'Account', 'Stranger', 'Nothing']])
  // Of listed ones nothing is asked.
  await factsOf(chain, ['Listed'])
  expect(asked).toHaveLength(1)
})
