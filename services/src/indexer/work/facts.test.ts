import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
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
    [`ipfs://${cid}?x=1`, null],
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
