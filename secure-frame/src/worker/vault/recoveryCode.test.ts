import { describe, expect, test } from 'vitest'
import { randomBytes } from './bytes.js'
import { newRecoverySecret, readRecoveryCode, writeRecoveryCode } from './recoveryCode.js'

const failure = (run: Promise<unknown>) => run.then(() => undefined).catch((error: unknown) => error)
const wrong = expect.objectContaining({ name: 'VaultError', fault: 'code' })

describe('writeRecoveryCode', () => {
  test('behavior: nine groups of four without letters that look alike', async () => {
    expect(await writeRecoveryCode(newRecoverySecret())).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){8}[0-9A-HJKMNP-TV-Z]{4}$/)
  })
})

describe('readRecoveryCode', () => {
  test('behavior: reads what was written, however it is typed', async () => {
    for (let round = 0; round < 100; round += 1) {
      const secret = randomBytes(20)
      const code = await writeRecoveryCode(secret)
      const typed = code
        .toLowerCase()
        .replaceAll('-', round % 2 ? ' ' : '')
        .replaceAll('0', 'o')
        .replaceAll('1', round % 3 ? 'l' : 'I')
      expect(await readRecoveryCode(typed)).toEqual(secret)
    }
  })

  test('error: any single wrong letter', async () => {
    const code = (await writeRecoveryCode(randomBytes(20))).replaceAll('-', '')
    for (let index = 0; index < code.length; index += 1) {
      const other = code[index] === '7' ? '8' : '7'
      expect(await failure(readRecoveryCode(code.slice(0, index) + other + code.slice(index + 1)))).toEqual(wrong)
    }
  })

  test.each(['', 'ABC', 'U'.repeat(36), '0'.repeat(37)])('error: %j', async (code) => {
    expect(await failure(readRecoveryCode(code))).toEqual(wrong)
  })
})
