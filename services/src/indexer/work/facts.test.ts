import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateSync, gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { encodeAbiParameters, type Hex, stringToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '../../db/database.js'
import { chainChanges } from '../../db/indexerTables.js'
import { type FakeNode, startFakeNode } from '../../testing/fakeNode.js'
import { openRpc, type Rpc } from '../node/rpc.js'
import { createStore } from '../store/createStore.js'
import type { NftFacts, Store } from '../store/store.js'
import { openEmpty, settingsFor } from '../testing/harness.js'
import type { ChainWork, NftSettings } from './chainWork.js'
import { fetchNfts, ipfsUrl, readMetadata } from './nftFacts.js'
import { readDecimals, readText, readTokens } from './tokenFacts.js'

const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`

describe('what contracts say of themselves', () => {
  test.each<[string, Hex, string | null]>([
    ['a string', text('Dollar'), 'Dollar'],
    ['32 bytes', stringToHex('Maker', { size: 32 }), 'Maker'],
    ['nothing', '0x', null],
    ['an empty string', text(''), null],
    ['control characters and half a pair', text('a\u0000b\u0007\n'), 'a b'],
    ['an offset beyond everything', `${word(2n ** 256n - 1n)}${word(5n).slice(2)}`, null],
    ['a length beyond everything', `${word(32n)}${word(2n ** 200n).slice(2)}`, null],
    ['no whole words', '0x1234', null],
  ])('behavior: %s', (_, data, expected) => expect(readText(data)).toBe(expected))

  test('behavior: a name that is too long is cut, between characters', () => {
    expect([...(readText(text('😀'.repeat(500))) ?? '')]).toHaveLength(200)
  })

  test.each<[Hex, number | null]>([
    [word(0n), 0],
    [word(18n), 18],
    [word(77n), 77],
    [word(78n), null],
    [word(2n ** 255n), null],
    ['0x', null],
  ])('behavior: decimals %s', (data, expected) => expect(readDecimals(data)).toBe(expected))
})

describe('where ipfs: leads', () => {
  const cid = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKiUVx'
  test.each([
    [`ipfs://${cid}`, `https://gate.example/ipfs/${cid}`],
    [`ipfs://ipfs/${cid}/1.json`, `https://gate.example/ipfs/${cid}/1.json`],
    [`ipfs://${cid}/../../admin`, null],
    [`ipfs://${cid}/%2e%2e/admin`, null],
    [`ipfs://${cid}?x=1`, `https://gate.example/ipfs/${cid}?x=1`],
    [`ipfs://${cid}/1.png?ext=png`, `https://gate.example/ipfs/${cid}/1.png?ext=png`],
    [`ipfs://${cid}/1.png#full`, `https://gate.example/ipfs/${cid}/1.png#full`],
    [`ipfs://${cid}/Ape #7.png`, `https://gate.example/ipfs/${cid}/Ape%20%237.png`],
    [`ipfs://${cid}/a%20b/ü.json`, `https://gate.example/ipfs/${cid}/a%20b/%C3%BC.json`],
    [`ipfs://ipfs/ipfs/${cid}`, null],
    [`IPFS://${cid}/1`, `https://gate.example/ipfs/${cid}/1`],
    [`ipfs:///ipfs/${cid}/1`, `https://gate.example/ipfs/${cid}/1`],
    [`ipfs:/${cid}/1`, `https://gate.example/ipfs/${cid}/1`],
    [`/ipfs/${cid}/1`, `https://gate.example/ipfs/${cid}/1`],
    [`ipfs/${cid}/1`, `https://gate.example/ipfs/${cid}/1`],
    [`${cid}/1`, `https://gate.example/ipfs/${cid}/1`],
    [
      'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/1',
      'https://gate.example/ipfs/bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/1',
    ],
    ['ipns://art.example.org/1.json', 'https://gate.example/ipns/art.example.org/1.json'],
    ['ipns://../api', null],
    [`ipfs://${cid}\\..\\admin`, null],
    ['Quite a plain text', null],
    ['https://gate.example/x', null],
    ['ipfs://../admin', null],
    ['ipfs://127.0.0.1:80/x', null],
    [`ipfs://${cid}@evil.example/`, null],
  ])('behavior: %s', (uri, url) => expect(ipfsUrl(uri, 'https://gate.example/')).toBe(url))

  test('behavior: nowhere, unless the operator names a gateway', () => expect(ipfsUrl(`ipfs://${cid}`, undefined)).toBe(null))

  test.each(['..', '.%2e', '%2e.', '%2E%2e', '.\t.', '.%2e/.%2e/api/v0/config', '.\n%2e'])(
    'error: never to another path of the gateway’s host: %j',
    (path) => {
      for (const uri of [`ipfs://${cid}/${path}`, `ipfs://${cid}/a/${path}/b`]) expect(ipfsUrl(uri, 'https://gate.example/')).toBe(null)
    },
  )
})

describe('metadata', () => {
  const read = (value: unknown) => readMetadata(Buffer.from(JSON.stringify(value)), 'https://gate.example')

  test('behavior: traits are texts with a name or without, a date as a date, and what is none of that is left out', () => {
    const attributes = [
      { trait_type: 'Background', value: 'Sand' },
      { trait_type: 'Level', value: 7 },
      { trait_type: 'Rare', value: false },
      { trait_type: 'Born', value: 1_795_000_000, display_type: 'date' },
      { value: 'One of a kind' },
      { trait_type: 'Nested', value: { a: 1 } },
      { trait_type: 'Nothing', value: null },
      { trait_type: 'Blank', value: '\u0000 ' },
      { trait_type: { a: 1 }, value: 'x'.repeat(1_000) },
      'no trait',
      null,
    ]
    expect(read({ attributes })?.traits).toEqual([
      { name: 'Background', value: 'Sand' },
      { name: 'Level', value: '7' },
      { name: 'Rare', value: 'false' },
      { name: 'Born', value: '2026-11-18' },
      { name: '', value: 'One of a kind' },
      { name: '', value: 'x'.repeat(100) },
    ])
    expect(read({ properties: { Colour: 'Blue', deep: { value: 'x' } } })?.traits).toEqual([{ name: 'Colour', value: 'Blue' }])
    const many = Array.from({ length: 1_000 }, (_unused, index) => ({ trait_type: `${index}`, value: 'x' }))
    expect(read({ attributes: many })?.traits).toHaveLength(24)
    for (const none of ['text', 5, { a: 1 }, [[]], null]) expect(read({ attributes: none })?.traits, String(none)).toEqual([])
  })

  test('behavior: names and pictures are taken, and nothing that a page should not get', () => {
    expect(read({ name: 'One', description: 'D', image: 'https://x.example/1.png', animation_url: 'https://x.example/1.mp4' })).toEqual({
      name: 'One',
      description: 'D',
      image: 'https://x.example/1.png',
      animation: 'https://x.example/1.mp4',
      traits: [],
    })
    for (const image of [
      'javascript:alert(1)',
      'data:text/html,<script>',
      'file:///etc/passwd',
      'http://',
      5,
      { a: 1 },
      `https://x/${'x'.repeat(3_000)}`,
    ])
      expect(read({ image })?.image, String(image)).toBe(null)
    expect(read({ image_url: 'data:image/svg+xml,<svg/>' })?.image).toBe('data:image/svg+xml,<svg/>')
  })

  const cid = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKiUVx'
  const id = '7'.padStart(64, '0')
  const picture = 'https://x.example/1.png'
  const png = 'data:image/png;base64,iVBORw0KGgo='

  test.each<[what: unknown, image: string | null]>([
    ...[
      'image',
      'image_url',
      'imageUrl',
      'imageURL',
      'imageUri',
      'image_data',
      'imageData',
      'image_original_url',
      'Image',
      'displayUri',
      'artifactUri',
      'thumbnailUri',
      'thumbnail',
      'thumbnail_url',
      'picture',
      'logoURI',
      'cover_image',
    ].map((key): [object, string] => [{ [key]: picture }, picture]),
    [{ image: '', image_url: picture }, picture],
    [{ image: null, imageUrl: picture }, picture],
    [{ image: { url: picture } }, picture],
    [{ image: { uri: `ipfs://${cid}/1.png` } }, `https://gate.example/ipfs/${cid}/1.png`],
    [{ image: [picture] }, picture],
    [{ image: { cachedUrl: picture, originalUrl: 'ipfs://no' } }, picture],
    [{ properties: { image: picture } }, picture],
    [{ properties: { image: { type: 'string', description: picture } } }, picture],
    [{ properties: { image: { value: `ar://${'a'.repeat(43)}` } } }, `https://arweave.net/${'a'.repeat(43)}`],
    [
      {
        properties: {
          files: [
            { uri: 'https://x.example/1.mp4', type: 'video/mp4' },
            { uri: picture, type: 'image/png' },
          ],
        },
      },
      picture,
    ],
    [{ media: [{ gateway: picture, raw: `ipfs://${cid}` }] }, picture],
    [{ media: { image: picture } }, picture],
    [{ content: { links: { image: picture } } }, picture],
    [{ metadata: { image: picture } }, picture],
    [{ image: `ar://${'b'.repeat(43)}/1.png` }, `https://arweave.net/${'b'.repeat(43)}/1.png`],
    [{ image: `ipfs://${cid}/{id}.png` }, `https://gate.example/ipfs/${cid}/${id}.png`],
    [{ image: 'https://x.example/%7Bid%7D.png' }, `https://x.example/${id}.png`],
    [{ image: ` ${picture}\n` }, picture],
    [{ image: 'HTTPS://x.example/1.png' }, 'HTTPS://x.example/1.png'],
    [{ image: png }, png],
    [{ image: 'data:image/PNG;base64,iVBORw0KGgo=' }, png],
    [{ image: 'data:image/svg+xml;utf8,<svg fill="#fff"/>' }, 'data:image/svg+xml;utf8,<svg fill="%23fff"/>'],
    [{ image_data: '<svg/>' }, `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`],
    [{ image: 'see the site' }, null],
    [{ image: 'javascript:alert(1)', properties: { image: 'file:///etc/passwd' } }, null],
  ])('behavior: of %j the picture is %s', (json, image) => {
    expect(readMetadata(Buffer.from(JSON.stringify(json)), 'https://gate.example', { tokenId: 7n })?.image).toBe(image)
  })

  const whole = JSON.stringify({ name: 'Café 7', image: picture })
  test.each<[encoding: string, bytes: Uint8Array]>([
    ['UTF-8', Buffer.from(whole)],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${whole}`)],
    ['UTF-16, little end first', Buffer.from(`\uFEFF${whole}`, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(`\uFEFF${whole}`, 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from(whole, 'utf16le')],
    ['Windows-1252', Buffer.from(whole, 'latin1')],
    ['gzip', gzipSync(whole)],
    ['zlib', deflateSync(whole)],
    ['JSON in a JSON text', Buffer.from(JSON.stringify(whole))],
    ['with white space around', Buffer.from(`\n\t ${whole}\r\n`)],
    ['with a comma at the end', Buffer.from(whole.replace('}', ',}'))],
    ['with comments', Buffer.from(whole.replace('{', '{ /* ours */ // "x"\n'))],
    ['in single quotes', Buffer.from(whole.replaceAll('"', "'"))],
    ['with a number that is none', Buffer.from(whole.replace('}', ',"rank":NaN}'))],
  ])('behavior: metadata in %s', (_encoding, bytes) => {
    expect(readMetadata(bytes, undefined)).toMatchObject({ name: 'Café 7', image: picture })
  })

  test('behavior: a line break within a text, and a quote of the other kind, are read', () => {
    const text = '{"name":"One\nline","description":"it\'s // no \\"comment\\", /* nor */ this ,}"}'
    expect(readMetadata(Buffer.from(text), undefined)).toMatchObject({
      name: 'One line',
      description: 'it\'s // no "comment", /* nor */ this ,}',
    })
  })

  test.each([
    `"${'\\\\"'.repeat(400_000)}`,
    '/*'.repeat(400_000),
    `${"'".repeat(500_001)}`,
    `${',  '.repeat(300_000)}`,
    '{"image":"ipfs://Qm#'.padEnd(900_000, '#'),
  ])('security: what is no JSON takes no longer than its length (%#)', (body) => {
    const started = performance.now()
    expect(readMetadata(Buffer.from(body), 'https://gate.example')).toBeNull()
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  test('error: what unfolds to more than may be read is no metadata', () => {
    expect(readMetadata(gzipSync(JSON.stringify({ name: 'x'.repeat(3_000_000) })), undefined)).toBeNull()
  })

  test('security: whatever the metadata is, it is read or refused, and a picture is https, http, or a picture in a data: address', () => {
    const key = fc.constantFrom('image', 'image_url', 'properties', 'media', 'files', 'url', 'uri', 'name', 'x')
    const leaf = fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom(`ipfs://${cid}/..`, 'javascript:x', png, '{id}', `ar://../x`))
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        leaf,
        fc.dictionary(key, tie('tree'), { maxKeys: 4 }),
        fc.array(tie('tree'), { maxLength: 3 }),
      ),
    }))
    fc.assert(
      fc.property(fc.dictionary(key, tree), (json) => {
        const image = readMetadata(Buffer.from(JSON.stringify(json)), 'https://gate.example', { tokenId: 7n })?.image
        if (image) expect(image).toMatch(/^(?:https?:\/\/|data:image\/)/i)
      }),
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        readMetadata(bytes, 'https://gate.example')
      }),
    )
  })

  test('security: no address leads out of the gateway', () => {
    const part = fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '.%2E',
      'a',
      '#',
      '?',
      '%',
      '%252e',
      '\\',
      '/',
      'Ape #1.png',
      ' ',
      '@evil.example',
      ':80',
      '\t',
    )
    fc.assert(
      fc.property(
        fc.constantFrom('ipfs://', 'ipfs://ipfs/', '/ipfs/', '', 'ipns://'),
        fc.array(part, { maxLength: 6 }),
        (scheme, parts) => {
          const url = ipfsUrl(`${scheme}${cid}/${parts.join('')}`, 'https://gate.example/base')
          if (url === null) return
          const { host, pathname } = new URL(url)
          expect(host).toBe('gate.example')
          expect(pathname).toMatch(/^\/base\/ip[fn]s\/\w/)
        },
      ),
    )
  })

  test.each(['', 'null', '[]', '"x"', '{', '<html>'])('error: %j is no metadata', (body) =>
    expect(readMetadata(Buffer.from(body), undefined)).toBe(null),
  )
})

describe('asking a node', () => {
  const token: Hex = `0x${'c'.repeat(40)}`
  let node: FakeNode
  let database: OpenDatabase
  let rpc: Rpc
  let answers: (data: Hex) => Hex | 'revert' | 'limit'
  beforeAll(async () => {
    ;[node, database] = await Promise.all([startFakeNode(), openEmpty()])
    rpc = openRpc([node.url], 31_337)
    node.answer = async (body) => {
      const reply = ({ id, method, params }: { id: number; method: string; params: readonly unknown[] }) => {
        if (method === 'eth_chainId') return { jsonrpc: '2.0', id, result: '0x7a69' }
        const answer = answers((params[0] as { data: Hex }).data)
        if (answer === 'revert') return { jsonrpc: '2.0', id, error: { code: 3, message: 'execution reverted: rate limit' } }
        if (answer === 'limit') return { jsonrpc: '2.0', id, error: { code: -32_005, message: 'rate limited' } }
        return { jsonrpc: '2.0', id, result: answer }
      }
      return { json: Array.isArray(body) ? body.map(reply) : reply(body) }
    }
  }, 120_000)
  afterAll(() => Promise.all([rpc.close(), node.close(), database.close()]))

  /** A token and one NFT of it that wait to be asked for. */
  const open = async (nfts: NftSettings = { https: false }) => {
    const store = createStore(database.db)
    await store.begin(31_337, 'full', word(1n), null)
    const rows = { txs: [], transfers: [], activity: [], holdings: [], changes: [] }
    const tokens = [JSON.stringify([{ c: token.slice(2), k: 'erc721', g: false }])]
    const queued = [JSON.stringify([{ c: token.slice(2), d: '7', k: 'erc721' }])]
    await store.commitFound(31_337, [], { ...rows, tokens, nfts: queued })
    const saved: NftFacts[] = []
    const saveNfts: Store['saveNfts'] = async (chain, facts) => {
      saved.push(...facts)
      await store.saveNfts(chain, facts)
    }
    const work: ChainWork = {
      settings: settingsFor(node.url, { nfts }),
      store: { ...store, saveNfts },
      rpc,
      signal: new AbortController().signal,
      now: Date.now,
      report: () => undefined,
    }
    return { work, saved, store }
  }

  test('behavior: a contract that reverts has no name; one whose node has a limit is asked again', async () => {
    answers = () => 'limit'
    const { work, store } = await open()
    // Later, and as often as it takes: that the node is busy says nothing about the token.
    for (let times = 0; times < 9; times += 1) expect(await readTokens(work)).toBe(false)
    expect(await store.tokensToRead(31_337, 9)).toHaveLength(1)
    answers = () => 'revert'
    expect(await readTokens(work)).toBe(true)
    expect(await store.tokensToRead(31_337, 9)).toEqual([])
    expect(await readTokens(work)).toBe(false)
  })

  test('behavior: what contracts say is told to those who heard of the transfer before; of other tokens nothing', async () => {
    const { store } = await open()
    const you: Hex = `0x${'e'.repeat(40)}`
    const [token20, other, nft]: readonly Hex[] = ['1', '2', '3'].map((digit): Hex => `0x${digit.repeat(40)}`)
    const rows = { txs: [], transfers: [], activity: [], holdings: [], nfts: [], tokens: [] }
    const at = (position: number) => ({ b: 0, p: position, h: `${position}`.repeat(64) })
    const sent = (position: number, o: boolean) => ({
      ...at(position),
      s: token.slice(2),
      r: null,
      c: null,
      n: position,
      v: '0',
      f: '0',
      o,
      m: null,
      t: 0,
    })
    const moves = (position: number, contract: Hex | undefined, id: string | null) => {
      const place = { ...at(position), q: 2, l: position, i: 0, k: id ? 'erc721' : 'erc20' }
      return { ...place, c: contract?.slice(2), s: token.slice(2), r: you.slice(2), v: '1', d: id }
    }
    await store.commitFound(31_337, [], {
      ...rows,
      txs: [JSON.stringify([sent(1, true), sent(2, true), sent(3, false)])],
      transfers: [JSON.stringify([moves(1, token20, null), moves(2, other, null), moves(3, nft, '7')])],
      tokens: [JSON.stringify([token20, other, nft].map((one) => ({ c: one?.slice(2), k: 'erc20', g: false })))],
      nfts: [JSON.stringify([{ c: nft?.slice(2), d: '7', k: 'erc721' }])],
      changes: [JSON.stringify([1, 2, 3].map((position) => ({ a: you.slice(2), h: at(position).h, s: 'confirmed' })))],
    })
    const told = async () =>
      (await database.db.select().from(chainChanges).where(eq(chainChanges.address, you)).orderBy(chainChanges.seq))
        .slice(3)
        .map(({ hash, status }) => `${hash.slice(2, 3)} ${status}`)
    const facts = { name: 'Token', symbol: 'TKN', decimals: 18 }
    // Nobody answered: there is nothing to tell.
    await store.saveTokens(31_337, [{ token: token20 as Hex, ...facts, answered: false }])
    await store.saveNfts(31_337, [{ token: nft as Hex, tokenId: 7n, metadata: null }])
    expect(await told()).toEqual([])
    await store.saveTokens(31_337, [{ token: token20 as Hex, ...facts, answered: true }])
    expect(await told()).toEqual(['1 confirmed'])
    const metadata = { name: 'Seven', description: null, image: null, animation: null, traits: [] }
    await store.saveNfts(31_337, [{ token: nft as Hex, tokenId: 8n, metadata }])
    await store.saveNfts(31_337, [{ token: nft as Hex, tokenId: 7n, metadata }])
    expect(await told()).toEqual(['1 confirmed', '3 failed'])
  })

  test.each([
    'https://127.0.0.1/x',
    'https://169.254.169.254/latest',
    'https://localhost/x',
    'http://x.example/1',
    'ftp://x',
    'file:///etc/passwd',
    'ipfs://x',
    '',
  ])('error: nothing is fetched from %j, also where fetching is allowed', async (uri) => {
    answers = () => text(uri)
    const { work, saved, store } = await open({ https: true })
    expect(await fetchNfts(work)).toBe(true)
    expect(saved).toMatchObject([{ tokenId: 7n, metadata: null }])
    // It is tried again later, not at once.
    expect(await store.nftsToFetch(31_337, 9)).toEqual([])
  })

  test('behavior: what the contract holds itself is read', async () => {
    const json = JSON.stringify({ name: 'Seven', image: 'data:image/png;base64,AA==' })
    answers = () => text(`data:application/json;base64,${Buffer.from(json).toString('base64')}`)
    const { work, saved } = await open()
    await fetchNfts(work)
    expect(saved).toMatchObject([{ metadata: { name: 'Seven', image: 'data:image/png;base64,AA==' } }])
  })

  const json = JSON.stringify({ name: 'Größe 7', image: 'https://x.example/{id}.png' })
  const id = '7'.padStart(64, '0')
  test.each<[uri: string, name: string | null, image: string]>([
    ...[
      `data:application/json;base64,${Buffer.from(json).toString('base64')}`,
      `data:application/json;charset=utf-8;base64,${Buffer.from(json).toString('base64')}`,
      `data:application/json;BASE64;charset=UTF-8,${Buffer.from(json).toString('base64')}`,
      `data:application/json;base64,${encodeURIComponent(Buffer.from(json).toString('base64'))}`,
      `data:application/json;base64,${Buffer.from(json).toString('base64url')}`,
      `data:application/json;charset=utf-16le;base64,${Buffer.from(json, 'utf16le').toString('base64')}`,
      `data:application/json;charset="iso-8859-1";base64,${Buffer.from(json, 'latin1').toString('base64')}`,
      `data:application/json;charset=iso-8859-1,${json.replace('ö', '%F6').replace('ß', '%DF')}`,
      `data:application/json;enc=gzip;base64,${gzipSync(json).toString('base64')}`,
      `data:application/json;utf8,${json}`,
      `data:application/json,${encodeURIComponent(json)}`,
      `data:,${json}`,
      `DATA:application/json,${json}`,
      `data:application/json;base64,${Buffer.from(`\uFEFF${json}`).toString('base64')}`,
      ` ${json}`,
    ].map((uri): [string, string, string] => [uri, 'Größe 7', `https://x.example/${id}.png`]),
    [`data:application/json,{"name":"100% #7","image":"https://x.example/a%20b.png"}`, '100% #7', 'https://x.example/a b.png'],
    ['data:image/png;base64,iVBORw0KGgo=', null, 'data:image/png;base64,iVBORw0KGgo='],
    ['data:image/svg+xml;utf8,<svg fill="#000"/>', null, 'data:image/svg+xml;utf8,<svg fill="%23000"/>'],
    ['<svg/>', null, `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`],
    [
      `data:text/plain;base64,${Buffer.from('<svg/>').toString('base64')}`,
      null,
      `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`,
    ],
  ])('behavior: %s is read', async (uri, name, image) => {
    answers = () => text(uri)
    const { work, saved } = await open()
    await fetchNfts(work)
    expect(saved).toMatchObject([{ metadata: { name, image } }])
  })

  test.each([
    [
      'a picture',
      Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
    ],
    ['a drawing', Buffer.from('<?xml version="1.0"?><svg/>')],
  ])('behavior: a metadata address that holds %s is the picture itself', async (_what, bytes) => {
    const gateway = createServer((_request, response) => response.end(bytes)).listen(0, '127.0.0.1')
    await once(gateway, 'listening')
    const ipfsGateway = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
    const cid = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKiUVx'
    answers = () => text(`ipfs://${cid}/{id}`)
    const { work, saved } = await open({ https: false, ipfsGateway })
    await fetchNfts(work)
    expect(saved).toMatchObject([{ metadata: { name: null, image: `${ipfsGateway}/ipfs/${cid}/${id}` } }])
    gateway.close()
  })

  test('behavior: an address of Arweave leads to the gateway of the operator', async () => {
    const paths: (string | undefined)[] = []
    const gateway = createServer((request, response) => {
      paths.push(request.url)
      response.end(json)
    }).listen(0, '127.0.0.1')
    await once(gateway, 'listening')
    const arweaveGateway = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
    answers = () => text(`ar://${'c'.repeat(43)}/7.json`)
    const { work, saved } = await open({ https: false, arweaveGateway })
    await fetchNfts(work)
    expect(saved).toMatchObject([{ metadata: { name: 'Größe 7' } }])
    expect(paths).toEqual([`/${'c'.repeat(43)}/7.json`])
    gateway.close()
  })

  test('behavior: the gateway of the operator may be anywhere; what is too large is nothing', async () => {
    let size = 0
    const paths: (string | undefined)[] = []
    const gateway = createServer((request, response) => {
      paths.push(request.url)
      response.end(JSON.stringify({ name: 'Of IPFS', description: 'x'.repeat(size) }))
    }).listen(0, '127.0.0.1')
    await once(gateway, 'listening')
    const ipfsGateway = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
    answers = () => text('ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKiUVx/{id}')
    const first = await open({ https: false, ipfsGateway })
    await fetchNfts(first.work)
    expect(first.saved).toMatchObject([{ metadata: { name: 'Of IPFS' } }])
    expect(paths).toEqual([`/ipfs/QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKiUVx/${'7'.padStart(64, '0')}`])
    size = 1_100_000
    const second = await open({ https: false, ipfsGateway })
    await fetchNfts(second.work)
    expect(second.saved).toMatchObject([{ metadata: null }])
    gateway.close()
  })

  test('behavior: that the gateway or the node is busy is no attempt: the NFT is fetched when there is room again', async () => {
    let status = 429
    const gateway = createServer((_request, response) => {
      response.statusCode = status
      response.end(JSON.stringify({ name: 'At last' }))
    }).listen(0, '127.0.0.1')
    await once(gateway, 'listening')
    const ipfsGateway = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
    const uri = text('ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKiUVx/1')
    const { work, saved } = await open({ https: false, ipfsGateway })
    for (let times = 0; times < 9; times += 1) {
      // Later, and as often as it takes.
      const store = createStore(database.db, () => Date.now() + times * 3_600_000)
      answers = () => (times % 2 === 0 ? uri : 'limit')
      expect(await fetchNfts({ ...work, store })).toBe(false)
      // Not at once: others wait too.
      expect(await store.nftsToFetch(31_337, 9)).toEqual([])
    }
    status = 200
    answers = () => uri
    const later = createStore(database.db, () => Date.now() + 9 * 3_600_000)
    expect(await fetchNfts({ ...work, store: { ...work.store, nftsToFetch: later.nftsToFetch } })).toBe(true)
    expect(saved).toMatchObject([{ metadata: { name: 'At last' } }])
    gateway.close()
  })
})
