import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { amountFiles, amountFolders, check, judgeAmounts } from './amounts.js'
import { root } from './sources.js'

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

describe('amountFiles', () => {
  test.each(amountFolders)('behavior: %s exists, and has modules that are looked at', (folder) => {
    expect(existsSync(root + folder)).toBe(true)
    expect(amountFiles().filter((path) => path.startsWith(`${folder}/`)).length).toBeGreaterThan(20)
  })

  test.each([
    'dialog-app/src/features/money/send/sendAmount.ts',
    'dialog-app/src/views/account/tabs/TokenRow.tsx',
    'dialog-app/src/namespaces/eip155/transfers.ts',
    'dialog-app/src/lib/format.ts',
    'dialog-app/src/api/money.ts',
    'secure-frame/src/worker/signers/solana/payments.ts',
    'services/src/balances/openBalances.ts',
  ])('behavior: %s is looked at', (path) => expect(amountFiles()).toContain(path))

  test('behavior: tests are not', () => expect(amountFiles().filter((path) => /test/.test(path))).toEqual([]))
})

test('behavior: it finds nothing', () => expect(check().findings).toEqual([]))
