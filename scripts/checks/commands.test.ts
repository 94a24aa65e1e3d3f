import { describe, expect, test } from 'vitest'
import { foreignPackages } from './commands.js'

const known = new Set(['vitest', '@playwright/test', 'playwright'])

describe('foreignPackages', () => {
  test.each([
    ['npx latchkey-recover kit.json', ['latchkey-recover']],
    ['Together they open your wallet: “npx latchkey-recover kit.json”.', ['latchkey-recover']],
    ['«npx --yes some-tool@1.2»', ['some-tool']],
    ['npm i @somebody/sdk', ['@somebody/sdk']],
    ['pnpm add -D left-pad', ['left-pad']],
    ['npm create latchkey my-app', ['latchkey']],
    ['yarn dlx thing、', ['thing']],
  ])('error: %s', (text, names) => {
    expect(foreignPackages(text, known)).toEqual(names)
  })

  test.each([
    'npx vitest run scripts',
    'npx @playwright/test@1.65 test',
    'npm i https://dialog.example.com/latchkey-sdk.tgz',
    'npm i ./latchkey-sdk.tgz',
    'npm install && npm run build',
    'npm i',
    'node latchkey-recover.mjs kit.json',
    'npm add: a command of npm',
  ])('behavior: %s', (text) => {
    expect(foreignPackages(text, known)).toEqual([])
  })
})
