import { describe, expect, test } from 'vitest'
import { check, judgeAmounts } from './amounts.js'

describe('judgeAmounts', () => {
  test.each([
    'const shown = Number(quantity)',
    'const shown = Number(balance.quantity.numeric)',
    'const shown = parseFloat(amount)',
    'const shown = Number.parseFloat(one.amount)',
    'const shown = +quantity',
    'const shown = +held.quantity.numeric',
    'const shown = Math.round(Number(x) * tokenAmount)',
    'const shown = Number(lamports / 10n ** 9n)',
    'const shown = parseInt(totalSupply, 10)',
    'const shown = Number(quantity.toString())',
    'const shown = Number(amounts[0])',
  ])('error: %s', (source) => {
    expect(judgeAmounts('services/src/balances/a.ts', source).length).toBeGreaterThan(0)
  })

  test.each([
    'const count = Number(decimals)',
    'const at = Number(block.number)',
    'const places = Number(balance.quantity.decimals)',
    'const whole = BigInt(amount) + 1n',
    'const text = formatUnits(quantity, Number(decimals))',
    "const text = 'Number(amount)' // +amount",
    'const more = count + amount',
    'const last = Math.max(...blocks)',
  ])('behavior: %s', (source) => {
    expect(judgeAmounts('services/src/balances/a.ts', source)).toEqual([])
  })
})

test('behavior: it looks at something, and finds nothing', () => {
  const { findings, summary } = check()
  expect(findings).toEqual([])
  expect(Number.parseInt(summary, 10)).toBeGreaterThan(20)
})
