import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ConfigError } from '../config/mistakes.js'
import { type Directory, type DirectoryOptions, openDirectory } from './directory.js'
import { catalogOf, idOf, openApi, wallet } from './testing/wallets.js'

let folder = ''
let opened: Directory | undefined
const remarks: string[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-directory-'))
  remarks.length = 0
})
afterEach(async () => {
  await opened?.close()
  opened = undefined
  await rm(folder, { recursive: true, force: true })
})

const put = (file: string, content: unknown) =>
  writeFile(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content))
const overlaid = async (options: Partial<DirectoryOptions> = {}) => {
  const api = await openApi([wallet('A'), wallet('B')], {
    overlayFolder: folder,
    interval: 20,
    warn: (remark) => remarks.push(remark),
    ...options,
  })
  opened = api.directory
  return api
}
const names = async ({ list }: Awaited<ReturnType<typeof overlaid>>) => (await list('')).names

describe('openDirectory', () => {
  test('behavior: the overlay holds from the first request on', async () => {
    await put('x.json', { hide: [idOf('A')], add: [{ name: 'C', chains: ['eip155:1'], order: 1 }] })

    expect(await names(await overlaid())).toEqual(['C', 'B'])
  })

  test('error: an overlay with mistakes at the start', async () => {
    await put('x.json', { add: [{ name: 'C' }] })

    await expect(overlaid()).rejects.toEqual(new ConfigError(['x.json: add[0].chains is missing.']))
  })

  test('behavior: a changed, added or removed file is read again, and the tag changes with it', async () => {
    const api = await overlaid()
    const before = (await api.ask('')).headers.get('etag')
    await put('x.json', { hide: [idOf('A')] })

    await vi.waitFor(async () => expect(await names(api)).toEqual(['B']))
    expect((await api.ask('')).headers.get('etag')).not.toBe(before)
    await rm(join(folder, 'x.json'))
    await vi.waitFor(async () => expect(await names(api)).toEqual(['A', 'B']))
    expect((await api.ask('')).headers.get('etag')).toBe(before)
  })

  test('behavior: a change with mistakes is reported and not applied; correcting it is enough', async () => {
    await put('x.json', { hide: [idOf('A')] })
    const api = await overlaid()
    await put('x.json', '{ "hide": [')

    await vi.waitFor(
      () => expect(remarks).toEqual([expect.stringMatching(/^x\.json is not JSON/), expect.stringMatching(/stays as it was/)]),
      5_000,
    )
    expect(await names(api)).toEqual(['B'])
    await put('x.json', { hide: [idOf('B')] })
    await vi.waitFor(async () => expect(await names(api)).toEqual(['A']))
  })

  test('behavior: a picture of the overlay is served like any other', async () => {
    await put('c.svg', '<svg><rect width="1" height="1"/></svg>')
    await put('x.json', { add: [{ name: 'C', chains: ['eip155:1'], icon: 'c.svg' }] })
    const { directory, ask } = await overlaid()
    const { data } = (await (await ask('names=C')).json()) as { data: { image_id: string }[] }

    expect(Buffer.from(directory.image(data[0]?.image_id ?? '')?.bytes ?? []).toString()).toContain('<rect')
  })

  test('behavior: a chain that the operator serves and no list knows is supported by the wallets of its family', async () => {
    const wallets = [
      wallet('Evm', { chains: ['eip155:1'] }),
      wallet('Sun', { chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] }),
      wallet('Ronin', { chains: ['eip155:2020'] }),
    ]
    const { list, ask } = await openApi(wallets, { configuredChains: ['eip155:31337', 'eip155:1', 'solana:local'] })
    const { data } = (await (await ask('names=Evm')).json()) as { data: { chains: string[] }[] }

    expect((await list('chains=eip155:31337')).names).toEqual(['Evm', 'Ronin'])
    expect(data[0]?.chains).toEqual(['eip155:1', 'eip155:31337'])
    expect((await list('chains=eip155:1')).names).toEqual(['Evm'])
    expect((await list('chains=solana:local')).names).toEqual(['Sun'])
  })

  test('behavior: closing ends the watch, and the last state still answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const directory = await openDirectory({ catalog: catalogOf([wallet('A')]), overlayFolder: folder })
      expect(vi.getTimerCount()).toBe(1)
      await directory.close()

      expect(vi.getTimerCount()).toBe(0)
      expect(directory.state().index).toHaveLength(1)
    } finally {
      vi.useRealTimers()
    }
  })
})
