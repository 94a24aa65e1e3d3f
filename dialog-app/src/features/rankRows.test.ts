import type { WalletInfo } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { type KnownWallet, type RowSources, rankRows } from './rankRows.js'

const found = (id: string, extra: Partial<WalletInfo> = {}): WalletInfo => ({
  id,
  name: id,
  rdns: id,
  source: 'announced',
  namespaces: { eip155: {} },
  ...extra,
})
const bare: WalletInfo = { id: 'injected', name: 'Browser wallet', source: 'injected', namespaces: { eip155: {} } }
const known: readonly KnownWallet[] = ['io.one', 'io.two', 'io.three', 'io.four', 'io.five'].map((id) => ({
  id,
  name: id,
  rdns: id,
  namespaces: ['eip155'],
}))
const rank = (sources: Partial<RowSources>) =>
  rankRows({ discovered: [], known, custom: [], recent: [], namespaces: ['eip155'], phone: false, ...sources })
const ids = (sources: Partial<RowSources>) => rank(sources).map(({ id }) => id)

describe('rankRows', () => {
  test('behavior: without any wallet the guide’s first four are recommended', () => {
    expect(ids({})).toEqual(['io.one', 'io.two', 'io.three', 'io.four'])
  })

  test('behavior: recommendations fill up to four and vanish beside an installed or featured wallet', () => {
    expect(ids({ custom: [{ id: 'mine', name: 'Mine' }] })).toEqual(['mine', 'io.one', 'io.two', 'io.three'])
    expect(ids({ discovered: [found('io.x')] })).toEqual(['io.x'])
    expect(ids({ featuredIds: ['io.five'] })).toEqual(['io.five'])
  })

  test('behavior: installed ones are ranked multi-chain, announced, injected; then by the guide', () => {
    const discovered = [
      bare,
      found('io.unknown'),
      found('io.two'),
      found('io.one'),
      found('io.multi', { namespaces: { eip155: {}, solana: {} } }),
    ]
    expect(ids({ discovered, phone: true })).toEqual(['io.multi', 'io.one', 'io.two', 'io.unknown', 'injected'])
  })

  test('behavior: a bare window.ethereum shows only where nothing announced itself, or on phones', () => {
    expect(ids({ discovered: [bare] })).toEqual(['injected'])
    expect(ids({ discovered: [bare, found('io.x')] })).toEqual(['io.x'])
    expect(ids({ discovered: [bare, found('io.x')], phone: true })).toEqual(['io.x', 'injected'])
  })

  test('behavior: the same rdns, id or name is one row that knows the families of both', () => {
    const discovered = [
      found('io.x', { name: 'Xavier' }),
      found('ws:xavier', { name: 'Xavier Wallet', rdns: 'other', namespaces: { solana: {} } }),
    ]
    const rows = rank({ discovered, namespaces: ['eip155', 'solana'] })
    expect(rows).toMatchObject([{ id: 'io.x', namespaces: ['eip155', 'solana'], badge: 'installed' }])
  })

  test('behavior: names in other scripts are not all the same name', () => {
    expect(ids({ discovered: [found('a', { name: '钱包' }), found('b', { name: 'محفظة' })] })).toEqual(['a', 'b'])
  })

  test('behavior: on phones MetaMask’s app is MetaMask', () => {
    const metamask: KnownWallet = { id: 'io.metamask', name: 'MetaMask', rdns: 'io.metamask', namespaces: ['eip155'] }
    const discovered = [found('io.metamask.mobile', { name: 'MM' })]
    expect(ids({ discovered, known: [metamask], recent: ['io.metamask'], phone: true })).toEqual(['io.metamask.mobile'])
    expect(ids({ discovered, known: [metamask], recent: ['io.metamask'] })).toEqual(['io.metamask', 'io.metamask.mobile'])
  })

  test('behavior: a recent wallet comes first with its badge, and hides when present, excluded or of another family', () => {
    expect(rank({ recent: ['io.five'] })[0]).toMatchObject({ id: 'io.five', badge: 'recent', installed: false })
    expect(rank({ recent: ['io.five'], discovered: [found('io.five')] })).toMatchObject([{ id: 'io.five', badge: 'installed' }])
    expect(ids({ recent: ['io.five'], excludeIds: ['io.five'] })).not.toContain('io.five')
    expect(ids({ recent: ['io.five'], namespaces: ['solana'] })).toEqual([])
  })

  test('behavior: include and exclude filter installed wallets too, by id or rdns', () => {
    const discovered = [found('a', { rdns: 'io.a' }), found('b', { rdns: 'io.b' })]
    expect(ids({ discovered, includeIds: ['io.b'] })).toEqual(['b'])
    expect(ids({ discovered, excludeIds: ['b'] })).toEqual(['a'])
  })

  test('behavior: the page’s order of kinds holds, kinds that it leaves out follow', () => {
    const sources = { discovered: [found('io.x')], custom: [{ id: 'mine', name: 'Mine' }], recent: ['io.five'] }
    expect(ids(sources)).toEqual(['io.five', 'io.x', 'mine'])
    expect(ids({ ...sources, order: ['custom', 'injected'] })).toEqual(['mine', 'io.x', 'io.five'])
  })

  test('behavior: an absent wallet of an installed one’s name does not join it', () => {
    const rows = rank({
      discovered: [found('io.x', { name: 'Mine' })],
      custom: [{ id: 'mine', name: 'Mine' }],
      namespaces: ['eip155', 'solana'],
    })
    expect(rows).toMatchObject([{ id: 'io.x', namespaces: ['eip155'] }])
  })
})
