import { describe, expect, test } from 'vitest'
import type { Draft } from './draft.js'
import { mergeDrafts } from './merge.js'

const kit = '@rainbow-me/rainbowkit'
const list = 'thirdweb'
const onboard = '@web3-onboard/injected-wallets'
const draft = (source: string, name: string, rest: Partial<Draft> = {}): Draft => ({ source, name, families: [], ...rest })
const names = (drafts: Draft[]) => mergeDrafts(drafts).map((group) => group.drafts.map(({ source, name }) => `${source} ${name}`))

describe('mergeDrafts', () => {
  test('behavior: one wallet by rdns, whatever its names; the better source speaks first', () => {
    expect(names([draft(list, 'Long Name', { rdns: 'io.a' }), draft(kit, 'Short', { rdns: 'io.a' })])).toEqual([
      [`${kit} Short`, `${list} Long Name`],
    ])
  })

  test('behavior: by name without case, accents and spaces', () => {
    expect(names([draft(kit, 'Big Wallet'), draft(onboard, 'bíg-wallet')])).toHaveLength(1)
  })

  test('behavior: by homepage', () => {
    expect(
      names([draft(kit, 'One', { homepage: 'https://www.one.example/a' }), draft(list, 'Uno', { homepage: 'https://one.example' })]),
    ).toHaveLength(1)
  })

  test('behavior: a shop or a platform is nobody’s homepage', () => {
    expect(
      names([draft(kit, 'One', { homepage: 'https://play.google.com/a' }), draft(list, 'Two', { homepage: 'https://play.google.com/b' })]),
    ).toHaveLength(2)
  })

  test('behavior: one host with two rdns is two wallets', () => {
    const rows = [
      draft(kit, 'One', { homepage: 'https://x.example', rdns: 'x.a' }),
      draft(list, 'Two', { homepage: 'https://x.example', rdns: 'x.b' }),
    ]

    expect(names(rows)).toHaveLength(2)
  })

  test('behavior: two makers who share a name stay two wallets', () => {
    const rows = [draft(list, 'Keeper', { homepage: 'https://a.example' }), draft(list, 'Keeper', { homepage: 'https://b.example' })]

    expect(names(rows)).toHaveLength(2)
  })

  test('behavior: a row that its source lists twice is one wallet', () => {
    const rows = [draft(list, 'Bera', { homepage: 'https://a.example' }), draft(list, 'Bera', { homepage: 'https://a.example/app' })]

    expect(names(rows)).toHaveLength(1)
  })
})
