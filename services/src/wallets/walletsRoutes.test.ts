import { describe, expect, test } from 'vitest'
import { idOf, openApi, wallet } from './testing/wallets.js'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const many = Array.from({ length: 120 }, (_, index) => wallet(`Wallet ${String(index).padStart(3, '0')}`))

describe('walletsRoutes: filters', () => {
  const wallets = [
    wallet('Alpha', {
      rdns: 'io.alpha',
      chains: ['eip155:1', 'eip155:137'],
      badge_type: 'certified',
      app_store: 'https://apps.apple.com/a',
    }),
    wallet('Beta', { rdns: 'com.Beta', chains: [solana], mobile_link: 'beta://' }),
    wallet('Gamma', { chains: ['eip155:137', solana], webapp_link: 'https://gamma.example', play_store: 'https://play.google.com/g' }),
    wallet('Delta Pay', { pay_only: true, supports_wcpay: true, badge_type: 'certified', desktop_link: 'delta://' }),
  ]

  test.each([
    ['nothing', '', ['Alpha', 'Beta', 'Gamma']],
    ['include', `include=${idOf('Beta')},${idOf('Gamma')}`, ['Beta', 'Gamma']],
    ['include of nobody', `include=${idOf('Nobody')}`, []],
    ['exclude', `exclude=${idOf('Beta')}`, ['Alpha', 'Gamma']],
    ['include and exclude', `include=${idOf('Beta')},${idOf('Gamma')}&exclude=${idOf('Gamma')}`, ['Beta']],
    ['chains: at least one', 'chains=eip155:1,eip155:5', ['Alpha']],
    ['chains of two families', `chains=eip155:137,${solana}`, ['Alpha', 'Beta', 'Gamma']],
    ['chains that nobody knows', 'chains=eip155:999999', []],
    ['chains are compared whole', 'chains=eip155:13', []],
    ['names, any case', 'names=ALPHA,gamma', ['Alpha', 'Gamma']],
    ['names are compared whole', 'names=Alph', []],
    ['rdns, any case', 'rdns=COM.beta', ['Beta']],
    ['names or rdns', 'names=gamma&rdns=io.alpha', ['Alpha', 'Gamma']],
    ['ids or rdns', `include=${idOf('Beta')}&rdns=io.alpha`, ['Alpha', 'Beta']],
    ['ids, names or rdns', `include=${idOf('Beta')}&names=gamma&rdns=io.alpha`, ['Alpha', 'Beta', 'Gamma']],
    ['ids or rdns, one of them of nobody', `include=${idOf('Nobody')}&rdns=io.alpha`, ['Alpha']],
    ['ids or rdns beside chains', `include=${idOf('Beta')}&rdns=io.alpha&chains=${solana}`, ['Beta']],
    ['exclude by rdns, any case', `exclude=IO.alpha,${idOf('Beta')}`, ['Gamma']],
    ['badge_type=certified', 'badge_type=certified', ['Alpha']],
    ['badge_type=none', 'badge_type=none', ['Beta', 'Gamma']],
    ['badge, its older name', 'badge=certified', ['Alpha']],
    ['include_pay_only', 'include_pay_only=true&badge_type=certified', ['Alpha', 'Delta Pay']],
    ['platform=ios', 'platform=ios', ['Alpha', 'Beta']],
    ['platform=android', 'platform=android', ['Beta', 'Gamma']],
    ['platform=web', 'platform=web', ['Gamma']],
    ['platform=desktop', 'platform=desktop&include_pay_only=true', ['Delta Pay']],
    ['platform=extension', 'platform=extension', ['Alpha', 'Beta']],
    ['search beside a filter', 'search=a&platform=web', ['Gamma']],
    ['names beside chains', `names=alpha,gamma&chains=${solana}`, ['Gamma']],
    ['chains beside a badge', 'chains=eip155:137&badge_type=certified', ['Alpha']],
    ['all filters at once', `chains=eip155:137&exclude=${idOf('Alpha')}&search=a&badge_type=none`, ['Gamma']],
    ['empty lists', 'include=&chains=&names=,&search=', ['Alpha', 'Beta', 'Gamma']],
  ])('behavior: %s', async (_, query, names) => {
    const { list } = await openApi(wallets)

    expect(await list(query)).toEqual({ names, count: names.length })
  })
})

describe('walletsRoutes: order', () => {
  test('behavior: by place, wallets without one by name, whatever its case and accents', async () => {
    const { list } = await openApi([
      wallet('zeta'),
      wallet('Éclair'),
      wallet('Second', { order: 20 }),
      wallet('delta'),
      wallet('First', { order: 3 }),
    ])

    expect((await list('')).names).toEqual(['First', 'Second', 'delta', 'Éclair', 'zeta'])
  })

  test('behavior: a search ranks exact, beginning, word, anywhere, then rdns and homepage; places decide within a rank', async () => {
    const { list } = await openApi([
      wallet('Homepage', { homepage: 'https://app.safe.example/', order: 1 }),
      wallet('Rdns', { rdns: 'com.safe.wallet', order: 2 }),
      wallet('Unsafe', { order: 3 }),
      wallet('My Safe', { order: 5 }),
      wallet('The-Safest', { order: 4 }),
      wallet('Safe Two', { order: 7 }),
      wallet('SafePal', { order: 6 }),
      wallet('Safe', { order: 99 }),
      wallet('Other'),
    ])

    expect((await list('search=SAFE')).names).toEqual([
      'Safe',
      'SafePal',
      'Safe Two',
      'The-Safest',
      'My Safe',
      'Unsafe',
      'Homepage',
      'Rdns',
    ])
  })

  test('behavior: a search knows no accents, and spaces around it mean nothing', async () => {
    const { list } = await openApi([wallet('Ámbar Wallet'), wallet('ambarino')])

    expect((await list('search=%20ambar%20')).names).toEqual(['Ámbar Wallet', 'ambarino'])
    expect((await list(`search=${encodeURIComponent('ÀMBAR w')}`)).names).toEqual(['Ámbar Wallet'])
  })

  test('behavior: endings of names are not searched, else "com" would find nearly everybody', async () => {
    const { list } = await openApi([wallet('One', { homepage: 'https://one.com' }), wallet('Two', { rdns: 'com.two' }), wallet('Comet')])

    expect((await list('search=com')).names).toEqual(['Comet'])
    expect((await list('search=com.')).names).toEqual(['Two'])
  })

  test('behavior: a whole rdns and a whole homepage find their wallet', async () => {
    const { list } = await openApi([
      wallet('One', { homepage: 'https://www.One.example/start' }),
      wallet('Two', { rdns: 'io.Two' }),
      wallet('Three', { rdns: 'app.three' }),
    ])

    expect((await list('search=one.example')).names).toEqual(['One'])
    expect((await list('search=io.two')).names).toEqual(['Two'])
    expect((await list('search=App.Three')).names).toEqual(['Three'])
  })

  test('behavior: sort=wcpay puts wallets that pay first and keeps the order among the others', async () => {
    const { list } = await openApi([wallet('A', { order: 1 }), wallet('B', { order: 2 }), wallet('C', { order: 3, supports_wcpay: true })])

    expect((await list('sort=wcpay')).names).toEqual(['C', 'A', 'B'])
    expect((await list('sort=default')).names).toEqual(['A', 'B', 'C'])
  })
})

describe('walletsRoutes: paging', () => {
  test('behavior: pages of 40 unless asked otherwise; count is of all matches', async () => {
    const { list } = await openApi(many)
    const first = await list('')
    const third = await list('page=3')

    expect([first.names.length, first.names[0], first.count]).toEqual([40, 'Wallet 000', 120])
    expect([third.names.length, third.names[0], third.count]).toEqual([40, 'Wallet 080', 120])
  })

  test('behavior: a search is paged like everything, its best first; count is of all that it found', async () => {
    const { list } = await openApi([...many, wallet('Safe'), wallet('My Wallet 00')])

    expect(await list('search=wallet 00&entries=3')).toEqual({ names: ['Wallet 000', 'Wallet 001', 'Wallet 002'], count: 11 })
    expect(await list('search=wallet 00&entries=3&page=4')).toEqual({ names: ['Wallet 009', 'My Wallet 00'], count: 11 })
  })

  test('behavior: every wallet is on exactly one page', async () => {
    const { list } = await openApi(many)
    const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => list(`page=${page}&entries=25`)))

    expect(pages.flatMap(({ names }) => names)).toEqual(many.map(({ name }) => name))
  })

  test('behavior: a page beyond the end is empty and still counts', async () => {
    const { list } = await openApi(many)

    expect(await list('page=4')).toEqual({ names: [], count: 120 })
  })

  test.each([
    ['entries=0', 1],
    ['entries=-5', 1],
    ['entries=101', 100],
    ['entries=7', 7],
    ['page=0&entries=3', 3],
    ['page=-2&entries=3', 3],
  ])('behavior: %s is brought into range', async (query, length) => {
    const { list } = await openApi(many)
    const { names } = await list(query)

    expect([names.length, names[0]]).toEqual([length, 'Wallet 000'])
  })

  test('behavior: with include, up to 500 entries fit on a page', async () => {
    const { list } = await openApi(many)

    expect((await list(`entries=900&include=${many.map(({ id }) => id).join(',')}`)).names).toHaveLength(120)
  })
})

describe('walletsRoutes: answers', () => {
  test.each([
    ['page=one', 'page'],
    ['entries=1e3', 'entries'],
    ['badge_type=gold', 'badge_type'],
    ['sort=name', 'sort'],
    ['platform=toaster', 'platform'],
    ['include_pay_only=yes', 'include_pay_only'],
    [`search=${'x'.repeat(101)}`, 'search'],
    [`include=${Array.from({ length: 501 }, (_, index) => index).join(',')}`, 'include'],
  ])('error: 400 for %s', async (query, field) => {
    const { ask } = await openApi(many)
    const answer = await ask(query)

    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      status: 'FAILED',
      reasons: [{ field, description: expect.stringMatching(new RegExp(`^${field} .*\\.$`)) }],
    })
  })

  test('error: 403 without a project, with an unknown one, and from an origin that the project does not allow', async () => {
    const { origin, ask } = await openApi(many)

    expect((await fetch(`${origin}/getWallets`)).status).toBe(403)
    expect((await fetch(`${origin}/getWallets?projectId=nobody`)).status).toBe(403)
    expect((await ask('', { origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await ask('', { origin: 'https://shop.example' })).status).toBe(200)
  })

  test('behavior: may be kept for five minutes, and is not sent again when nothing changed', async () => {
    const { ask } = await openApi(many)
    const first = await ask('search=wallet')
    const etag = first.headers.get('etag') ?? ''
    const again = await ask('search=wallet&sv=html-1.0.0', { 'if-none-match': etag })
    const other = await ask('search=wallets', { 'if-none-match': etag })

    expect(first.headers.get('cache-control')).toBe('public, max-age=300, stale-while-revalidate=86400')
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(other.status).toBe(200)
  })

  test('behavior: the tag changes with the directory', async () => {
    const before = await (await openApi(many)).ask('')
    const after = await (await openApi([...many, wallet('New')])).ask('')

    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
  })

  test('behavior: every wallet has its chains, and nothing of the build', async () => {
    const { ask } = await openApi([wallet('A')])
    const { data } = (await (await ask('')).json()) as { data: Record<string, unknown>[] }

    expect(data).toEqual([{ id: idOf('A'), name: 'A', chains: ['eip155:1'] }])
  })
})

describe('walletsRoutes: compression', () => {
  test('behavior: compressed for whoever asks, the same for whoever does not', async () => {
    const { origin, ask } = await openApi(many)
    const packed = await ask('', { 'accept-encoding': 'gzip' })
    const plain = await ask('', { 'accept-encoding': 'identity' })
    const head = await fetch(`${origin}/getWallets?projectId=shop`, { method: 'HEAD' })

    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(packed.headers.get('vary')).toMatch(/accept-encoding/i)
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await packed.json()).toEqual(await plain.json())
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('behavior: the tag of a compressed answer is recognised', async () => {
    const { ask } = await openApi(many)
    const packed = await ask('', { 'accept-encoding': 'gzip' })
    const again = await ask('', { 'accept-encoding': 'gzip', 'if-none-match': packed.headers.get('etag') ?? '' })

    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(again.status).toBe(304)
  })
})

describe('walletsRoutes: names', () => {
  const wallets = [
    wallet('Alpha', { mobile_link: 'alpha://', chains: ['eip155:1'] }),
    wallet('Beta', { chrome_store: 'https://chrome.google.com/b', chains: [solana] }),
    wallet('Gamma Pay', { pay_only: true }),
  ]
  const entry = (name: string, onPhone: number) => [idOf(name).slice(0, 12), name, onPhone]

  test.each([
    ['all that are listed', '', [entry('Alpha', 1), entry('Beta', 0)]],
    ['those of a network', `&chains=${solana}`, [entry('Beta', 0)]],
    ['without what the page leaves out', `&exclude=${idOf('Beta')}`, [entry('Alpha', 1)]],
    ['more of them than a page has', '&entries=1&page=2', [entry('Alpha', 1), entry('Beta', 0)]],
  ])('behavior: %s', async (_what, query, names) => {
    const { app } = await openApi(wallets)
    const answer = await app.request(`/getWalletNames?projectId=shop${query}`)
    expect(await answer.json()).toEqual({ names })
    const again = await app.request(`/getWalletNames?projectId=shop${query}`, {
      headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
    expect((await app.request(`/getWallets?projectId=shop${query}`)).headers.get('etag')).not.toBe(answer.headers.get('etag'))
  })

  test('error: a parameter that cannot be meant', async () => {
    const { app } = await openApi(wallets)
    expect((await app.request('/getWalletNames?projectId=shop&platform=fridge')).status).toBe(400)
  })
})
