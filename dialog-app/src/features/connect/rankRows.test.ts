import type { WalletInfo } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { anyWalletId, type KnownWallet, type RowSources, rankRows } from './rankRows.js'

const found = (id: string, extra: Partial<WalletInfo> = {}): WalletInfo => ({
  id,
  name: id,
  rdns: id,
  source: 'announced',
  namespaces: { eip155: {} },
  ...extra,
})
/** As the Wallet Standard finds them: without an rdns. */
const unnamed = (name: string): WalletInfo => ({ id: `ws:${name}`, name, source: 'standard', namespaces: { eip155: {} } })
const bare: WalletInfo = { id: 'injected', name: 'Browser wallet', source: 'injected', namespaces: { eip155: {} } }
const known: readonly KnownWallet[] = ['io.one', 'io.two', 'io.three', 'io.four', 'io.five'].map((id) => ({
  id,
  name: id,
  rdns: id,
  namespaces: ['eip155'],
}))
const everything: RowSources = {
  discovered: [found('io.here')],
  known,
  custom: [{ id: 'mine', name: 'Mine' }],
  recent: ['io.five'],
  featuredIds: ['io.four'],
  namespaces: ['eip155'],
  phone: false,
}
const rank = (sources: Partial<RowSources>) =>
  rankRows({ discovered: [], known: [], custom: [], recent: [], namespaces: ['eip155'], phone: false, ...sources })
/** Ids of the rows, without the one that leads to a code. */
const ids = (sources: Partial<RowSources>) => rank(sources).flatMap(({ id }) => (id === anyWalletId ? [] : [id]))

describe('rankRows: order by kind', () => {
  test.each<[string, RowSources['order'], string[]]>([
    ['as specified', undefined, ['walletConnect', 'io.five', 'io.here', 'io.four', 'mine']],
    [
      'the page’s own',
      ['custom', 'featured', 'injected', 'recent', 'walletConnect'],
      ['mine', 'io.four', 'io.here', 'io.five', 'walletConnect'],
    ],
    ['kinds that it leaves out follow', ['injected'], ['io.here', 'walletConnect', 'io.five', 'io.four', 'mine']],
    ['a kind that nothing is of', ['external', 'custom'], ['mine', 'walletConnect', 'io.five', 'io.here', 'io.four']],
    ['named twice', ['mine', 'featured', 'featured'] as never, ['io.four', 'walletConnect', 'io.five', 'io.here', 'mine']],
  ])('behavior: %s', (_name, order, expected) => {
    expect(rankRows({ ...everything, order }).map(({ id }) => id)).toEqual(expected)
  })

  test('behavior: recommended ones come last', () => {
    expect(rank({ known, custom: everything.custom }).map(({ id }) => id)).toEqual([anyWalletId, 'mine', 'io.one', 'io.two', 'io.three'])
    expect(ids({ known, custom: everything.custom, order: ['recommended'] })).toEqual(['io.one', 'io.two', 'io.three', 'mine'])
  })

  test('behavior: within installed: multi-chain, announced, injected; then by the directory', () => {
    const multi = found('io.multi', { namespaces: { eip155: {}, solana: {} } })
    const discovered = [bare, found('io.unknown'), found('io.two'), found('io.one'), multi]
    expect(ids({ known, discovered, phone: true })).toEqual(['io.multi', 'io.one', 'io.two', 'io.unknown', 'injected'])
  })

  test('behavior: one without an rdns has the place of its name, and not that of another one without', () => {
    const nameless: KnownWallet = { id: 'c'.repeat(64), name: 'Nameless', namespaces: ['eip155'] }
    const own: KnownWallet = { id: 'd'.repeat(64), name: 'Own', namespaces: ['eip155'] }
    const discovered = [unnamed('Unknown'), unnamed('Own Wallet'), found('io.two')]
    expect(ids({ known: [nameless, ...known, own], discovered }).slice(0, 3)).toEqual(['io.two', 'ws:Own Wallet', 'ws:Unknown'])
  })

  test('behavior: featured ones as the page lists them, not as the directory does', () => {
    expect(ids({ known, featuredIds: ['io.three', 'io.one'] })).toEqual(['io.three', 'io.one'])
  })
})

describe('rankRows: recommended', () => {
  const two = [found('io.x'), found('io.y')]
  test.each<[string, Partial<RowSources>, number]>([
    ['four where there is nothing else', {}, 4],
    ['fewer beside installed ones', { discovered: two }, 2],
    ['fewer beside the page’s own', { custom: [{ id: 'mine', name: 'Mine' }] }, 3],
    ['fewer beside e-mail and social', { otherMethods: 2 }, 2],
    ['none beside four', { discovered: two, otherMethods: 2 }, 0],
    ['none beside more than four', { discovered: [...two, found('io.z')], otherMethods: 2 }, 0],
    ['recent ones take no room', { recent: ['io.five'] }, 4],
    ['none where wallets are featured', { featuredIds: ['io.five'] }, 0],
    ['none where WalletConnect is off', { excludeIds: [anyWalletId] }, 0],
  ])('behavior: %s', (_name, sources, count) => {
    const recommended = ['io.one', 'io.two', 'io.three', 'io.four']
    expect(ids({ known, ...sources }).filter((id) => recommended.includes(id))).toEqual(recommended.slice(0, count))
  })
})

describe('rankRows: who is shown', () => {
  const discovered = [found('a', { rdns: 'io.a' }), found('b', { rdns: 'io.b' })]
  test.each<[string, Partial<RowSources>, string[]]>([
    ['include, by rdns, installed ones too', { discovered, includeIds: ['io.b'] }, ['b']],
    ['include, by id', { discovered, known, includeIds: ['a', 'io.two'] }, ['a', 'io.two']],
    ['an empty include is none', { discovered, includeIds: [] }, ['a', 'b']],
    ['exclude, by id', { discovered, excludeIds: ['b'] }, ['a']],
    ['exclude, by rdns', { discovered, known, excludeIds: ['io.a', 'io.one'] }, ['b', 'io.two', 'io.three', 'io.four']],
    ['exclude beats include', { discovered, includeIds: ['a', 'b'], excludeIds: ['a'] }, ['b']],
    ['exclude beats featured', { known, featuredIds: ['io.one', 'io.two'], excludeIds: ['io.one'] }, ['io.two']],
    ['featured that nobody knows', { known, featuredIds: ['io.none'] }, []],
    ['featured, the page’s own', { custom: [{ id: 'mine', name: 'Mine' }], featuredIds: ['mine'] }, ['mine']],
    ['a family that the page does not use', { discovered: [found('s', { namespaces: { solana: {} } })] }, []],
    ['a bare window.ethereum alone', { discovered: [bare] }, ['injected']],
    ['a bare window.ethereum beside an announced wallet', { discovered: [bare, found('io.x')] }, ['io.x']],
    ['both on a phone', { discovered: [bare, found('io.x')], phone: true }, ['io.x', 'injected']],
    ['a recent one', { known: known.slice(4), recent: ['io.five'] }, ['io.five']],
    ['two recent ones, newest first', { known: known.slice(3), recent: ['io.five', 'io.four'] }, ['io.five', 'io.four']],
    ['a recent one that is here', { recent: ['io.five'], discovered: [found('io.five')] }, ['io.five']],
    ['a recent one that is excluded', { known: known.slice(4), recent: ['io.five'], excludeIds: ['io.five'] }, []],
    ['a recent one of another family', { known, recent: ['io.five'], namespaces: ['solana'] }, []],
  ])('behavior: %s', (_name, sources, expected) => {
    expect(ids(sources)).toEqual(expected)
  })

  const digits = (pair: string) => pair.repeat(32)
  const [alpha, beta] = [
    { id: digits('aa'), name: 'Alpha', rdns: 'io.alpha', namespaces: ['eip155'], listed: true },
    // The directory does not have everybody's rdns.
    { id: digits('bb'), name: 'Beta Wallet', namespaces: ['eip155'], listed: true },
  ] as const satisfies readonly KnownWallet[]
  const bundled: KnownWallet = { id: 'io.alpha', name: 'Alpha', rdns: 'io.alpha', namespaces: ['eip155'] }
  const here = [
    found('io.alpha', { name: 'Alpha, renamed' }),
    unnamed('Alpha Wallet'),
    found('io.beta', { name: 'beta' }),
    found('io.gamma', { name: 'Gamma' }),
  ]
  test.each<[string, Partial<RowSources>, string[]]>([
    ['include, by the directory’s id', { known: [alpha], includeIds: [alpha.id] }, ['io.alpha', 'ws:Alpha Wallet']],
    ['include, by the id of one without an rdns', { known: [beta], includeIds: [beta.id] }, ['io.beta']],
    ['include, an id and an rdns', { known: [alpha, beta], includeIds: [beta.id, 'io.gamma'] }, ['io.beta', 'io.gamma']],
    ['include, by the rdns of the same wallet', { known: [bundled], includeIds: ['io.alpha'] }, ['io.alpha', 'ws:Alpha Wallet']],
    ['include, an id that nobody has', { known: [alpha], includeIds: [digits('cc')] }, []],
    ['exclude, by the directory’s id', { known: [alpha, beta], excludeIds: [alpha.id, beta.id] }, ['io.gamma']],
    // The directory leaves out what it was told to.
    ['exclude, one that the list is without', { known: [beta], named: [alpha], excludeIds: [alpha.id] }, ['io.beta', 'io.gamma']],
    ['exclude, a bundled one too', { discovered: [], known: [bundled], named: [alpha], excludeIds: [alpha.id] }, []],
    ['exclude, by the rdns of the same wallet', { named: [alpha], excludeIds: ['io.alpha'] }, ['io.beta', 'io.gamma']],
    ['featured, by the directory’s id, is the one that is here', { known: [alpha], featuredIds: [alpha.id] }, here.map(({ id }) => id)],
  ])('behavior: installed ones go by the names of the directory’s entry: %s', (_name, sources, expected) => {
    const discovered = sources.discovered ?? here
    // Each by itself: two of one name are one row.
    const shown = discovered.flatMap((wallet) => ids({ ...sources, discovered: [wallet] }).filter((id) => id === wallet.id))
    expect(discovered.length > 0 ? shown : ids(sources)).toEqual(expected)
  })

  test('behavior: one of this browser with another rdns is another wallet, whatever its name', () => {
    const discovered = [found('io.other', { name: 'Alpha' })]
    expect(ids({ discovered, named: [alpha], excludeIds: [alpha.id] })).toEqual(['io.other'])
    expect(ids({ discovered, known: [alpha], includeIds: [alpha.id] })).toEqual([alpha.id])
  })

  test('behavior: another wallet of the directory is not excluded for its name', () => {
    const twin = { ...beta, id: digits('dd') }
    expect(ids({ known: [beta, twin], excludeIds: [beta.id] })).toEqual([twin.id])
  })

  test('behavior: the code for any wallet is there unless the page excludes it', () => {
    expect(rank({}).map(({ id }) => id)).toEqual([anyWalletId])
    expect(rank({ includeIds: ['io.one'] }).map(({ id }) => id)).toEqual([anyWalletId])
    expect(rank({ excludeIds: [anyWalletId] })).toEqual([])
  })

  test('behavior: badges: installed beats recent', () => {
    expect(rank({ known, recent: ['io.five'] })[1]).toMatchObject({ id: 'io.five', badge: 'recent', installed: false })
    expect(rank({ recent: ['io.five'], discovered: [found('io.five')] })[1]).toMatchObject({ badge: 'installed', installed: true })
  })

  test('behavior: a wallet of the page’s own is met like one of the directory', () => {
    expect(rank({ custom: [{ id: 'mine', name: 'Mine', image_url: 'https://mine.example/i.png' }] })[1]).toEqual({
      id: 'mine',
      name: 'Mine',
      icon: 'https://mine.example/i.png',
      installed: false,
      listed: true,
      namespaces: ['eip155'],
    })
  })
})

describe('rankRows: one row per wallet', () => {
  test('behavior: the same rdns, id or name is one row that knows the families of both', () => {
    const discovered = [
      found('io.x', { name: 'Xavier' }),
      found('ws:xavier', { name: 'Xavier Wallet', rdns: 'other', namespaces: { solana: {} } }),
    ]
    const rows = rank({ discovered, namespaces: ['eip155', 'solana'] })
    expect(rows.slice(1)).toMatchObject([{ id: 'io.x', namespaces: ['eip155', 'solana'], badge: 'installed' }])
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

  test('behavior: an absent wallet of an installed one’s name does not join it', () => {
    const rows = rank({
      discovered: [found('io.x', { name: 'Mine' })],
      custom: [{ id: 'mine', name: 'Mine' }],
      namespaces: ['eip155', 'solana'],
    })
    expect(rows.slice(1)).toMatchObject([{ id: 'io.x', namespaces: ['eip155'] }])
  })
})
