import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createReencoder } from '../images/reencode.js'
import { applyOverlays, readOverlays } from './overlay.js'
import { idOf, wallet } from './testing/wallets.js'

const reencoder = createReencoder()
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-overlay-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))
afterAll(() => reencoder.close())

const put = (file: string, content: unknown) =>
  writeFile(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content))
const read = () => readOverlays(folder, reencoder)
const acme = { name: 'Acme', homepage: 'https://acme.example', chains: ['eip155:1'] }

describe('readOverlays', () => {
  test('behavior: no folder is no overlay', async () => {
    expect(await readOverlays(join(folder, 'none'), reencoder)).toEqual({ overlays: [], mistakes: [] })
  })

  test('behavior: files in the order of their names; other files are not read', async () => {
    await put('20-b.json', { hide: [idOf('b')] })
    await put('10-a.json', { hide: [idOf('a')] })
    await put('.hidden.json', 'not JSON')
    await put('notes.txt', 'not JSON')
    const { overlays, mistakes } = await read()

    expect(mistakes).toEqual([])
    expect(overlays.map(({ file }) => file)).toEqual(['10-a.json', '20-b.json'])
  })

  test('behavior: a picture beside the file is cleaned and named by its hash', async () => {
    await put('acme.svg', '<svg viewBox="0 0 1 1" onload="steal()"><script>steal()</script><path d="M0 0h1"/></svg>')
    await put('acme.json', { add: [{ ...acme, icon: 'acme.svg' }] })
    const [overlay] = (await read()).overlays
    const [[id, image] = []] = overlay?.images ?? []

    expect(overlay?.add[0]).toMatchObject({ name: 'Acme', image_id: id })
    expect(overlay?.add[0]).not.toHaveProperty('icon')
    expect(Buffer.from(image?.bytes ?? []).toString()).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1"/></svg>',
    )
  })

  test.each([
    ['no JSON', '{', /^x\.json is not JSON: .+\.$/],
    ['a list', [], /^x\.json: The configuration must be an object\.$/],
    ['an unknown key', { ad: [] }, /^x\.json: .*has an unknown key: ad\.$/],
    ['a wallet without chains', { add: [{ name: 'Acme' }] }, /^x\.json: add\[0\]\.chains is missing\.$/],
    ['no chains at all', { add: [{ ...acme, chains: [] }] }, /^x\.json: add\[0\]\.chains must not be empty\.$/],
    [
      'a chain that is none',
      { add: [{ ...acme, chains: ['ethereum'] }] },
      /^x\.json: add\[0\]\.chains\[0\] must be a CAIP-2 id such as eip155:1\.$/,
    ],
    ['a misspelt field', { add: [{ ...acme, mobileLink: 'acme://' }] }, /^x\.json: add\[0\] has an unknown key: mobileLink\.$/],
    [
      'a link that runs',
      { add: [{ ...acme, mobile_link: 'javascript://%0aalert(1)' }] },
      /^x\.json: add\[0\]\.mobile_link must be an app link/,
    ],
    [
      'a link without encryption',
      { add: [{ ...acme, webapp_link: 'http://acme.example' }] },
      /^x\.json: add\[0\]\.webapp_link must be an https URL\.$/,
    ],
    ['a badge of its own', { patch: { [idOf('a')]: { badge_type: 'gold' } } }, /badge_type must be one of: none, certified\.$/],
    ['an id that is none', { hide: ['metamask'] }, /^x\.json: hide\[0\] must be 64 hex digits in lower case\.$/],
    ['a picture outside the folder', { add: [{ ...acme, icon: '../secret.png' }] }, /add\[0\]\.icon must be the name of an SVG/],
    [
      'a picture that is not there',
      { add: [{ ...acme, icon: 'acme.png' }] },
      /^x\.json: acme\.png cannot be used\. The file cannot be read\.$/,
    ],
  ])('error: %s', async (_, content, sentence) => {
    await put('x.json', content)
    const { overlays, mistakes } = await read()

    expect(overlays).toEqual([])
    expect(mistakes).toEqual([expect.stringMatching(sentence)])
  })

  test('error: a picture that is none', async () => {
    await put('acme.png', 'MZ this is no picture')
    await put('x.json', { add: [{ ...acme, icon: 'acme.png' }] })

    expect((await read()).mistakes).toEqual(['x.json: acme.png cannot be used. The picture is not PNG, JPEG, GIF or WebP.'])
  })

  test('error: every mistake of every file at once', async () => {
    await put('a.json', { add: [{ chains: ['eip155:1'] }, { name: 'B' }] })
    await put('b.json', 'nothing')

    expect((await read()).mistakes).toHaveLength(3)
  })
})

describe('applyOverlays', () => {
  const wallets = [wallet('A', { order: 1, rdns: 'com.a' }), wallet('B'), wallet('C')]
  const overlay = { file: 'x.json', add: [], patch: new Map(), hide: [], images: new Map() }

  test('behavior: hides, changes only the fields given, and adds', () => {
    const result = applyOverlays(wallets, [
      {
        ...overlay,
        hide: [idOf('B')],
        patch: new Map([[idOf('A'), { badge_type: 'certified' as const, rdns: null }]]),
        add: [wallet('D')],
      },
    ])

    expect(result.remarks).toEqual([])
    expect(result.wallets).toEqual([{ ...wallets[0], badge_type: 'certified', rdns: null }, wallets[2], wallet('D')])
  })

  test('behavior: a later file has the last word', () => {
    const result = applyOverlays(wallets, [
      { ...overlay, patch: new Map([[idOf('A'), { order: 5 }]]) },
      { ...overlay, file: 'y.json', patch: new Map([[idOf('A'), { order: 9 }]]) },
    ])

    expect(result.wallets[0]?.order).toBe(9)
  })

  test('behavior: what is not there, or there already, is remarked and changes nothing', () => {
    const result = applyOverlays(wallets, [
      { ...overlay, hide: [idOf('X')], patch: new Map([[idOf('Y'), { order: 1 }]]), add: [wallet('A', { name: 'Other' })] },
    ])

    expect(result.wallets).toEqual(wallets)
    expect(result.remarks).toEqual([
      `x.json: hide names the wallet ${idOf('X')}, which is not in the directory.`,
      `x.json: patch names the wallet ${idOf('Y')}, which is not in the directory.`,
      `x.json: add names the wallet ${idOf('A')}, which is in the directory already; patch it instead.`,
    ])
  })
})
