import { describe, expect, test } from 'vitest'
import { readCatalog } from './catalog.js'
import { withoutSharedSchemes } from './sharedSchemes.js'
import type { Wallet } from './wallet.js'

const wallet = (id: string, links: Partial<Wallet>): Wallet => ({ id: id.repeat(64), name: id, chains: ['eip155:1'], ...links })

describe('withoutSharedSchemes', () => {
  test('behavior: wallets with one app scheme are opened by their universal link where they have one', () => {
    const listed = withoutSharedSchemes([
      wallet('a', { mobile_link: 'acme://', link_mode: 'https://acme.example/app' }),
      wallet('b', { mobile_link: 'ACME://other' }),
      wallet('c', { mobile_link: 'own://', link_mode: 'https://own.example' }),
      wallet('d', { mobile_link: 'https://one.example/app' }),
      wallet('e', { mobile_link: 'https://two.example/app' }),
      wallet('f', {}),
    ])
    expect(listed.map(({ mobile_link }) => mobile_link)).toEqual([
      'https://acme.example/app',
      'ACME://other',
      'own://',
      'https://one.example/app',
      'https://two.example/app',
      undefined,
    ])
    expect(listed.filter(({ ambiguous }) => ambiguous).map(({ name }) => name)).toEqual(['b'])
  })

  test('behavior: in the bundled catalogue no wallet with a universal link is opened by a scheme that another one has', async () => {
    const { wallets } = await readCatalog()
    const before = new Map(wallets.map(({ id, mobile_link }) => [id, mobile_link]))
    const after = withoutSharedSchemes(wallets)
    const changed = after.filter(({ id, mobile_link }) => before.get(id) !== mobile_link)
    expect(changed.map(({ name }) => name)).toEqual(expect.arrayContaining(['Argent', 'AlphaWallet', 'Pundi Wallet', 'PureWallet']))
    for (const { link_mode, mobile_link } of changed) expect(mobile_link).toBe(link_mode)
  })
})
