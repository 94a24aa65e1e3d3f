// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { picturesStore } from '../../state/pictures.js'
import { network, type Page, startPage } from '../../testing/fakePage.js'

const url = (name: string) => `https://img.example/${name}.png`
const path = (address: string) => `/v1/image?${new URLSearchParams({ projectId: 'project', url: address, sig: 'x' })}`
const shown = (name: string) => `https://api.example${path(url(name))}`
const wallet = (name: string, image_url?: string) => ({ id: name, name, ...(image_url ? { image_url } : {}) })

/** What the server is asked to sign, and whether it answers. */
const asked: { origin: string; urls: string[] }[] = []
let answers = true

beforeEach(() => {
  localStorage.clear()
  asked.length = 0
  answers = true
  vi.stubGlobal('fetch', async (target: URL, init?: RequestInit) => {
    if (new URL(target).pathname !== '/v1/images') return Response.json({ features: [], allowedOrigins: [] })
    const body = JSON.parse(String(init?.body)) as (typeof asked)[number]
    asked.push(body)
    if (!answers) return new Response(null, { status: 503 })
    return Response.json({
      images: Object.fromEntries(body.urls.filter((each) => !each.includes('refused')).map((each) => [each, path(each)])),
    })
  })
})

const signed = (page: Page) => picturesStore(page.dialog).getState()

describe('startPictures', () => {
  test('behavior: pictures of the page’s wallets and networks are shown by our own API, each asked for once', async () => {
    const networks = [{ ...network(31337), assets: { imageUrl: url('net') } }]
    const page = await startPage({ options: { networks, customWallets: [wallet('a', url('a')), wallet('b', url('a')), wallet('c')] } })
    await vi.waitFor(() => expect(signed(page)).toEqual({ [url('a')]: shown('a'), [url('net')]: shown('net') }))
    await page.call('setOptions', { customWallets: [wallet('a', url('a')), wallet('d', url('d'))] })
    await vi.waitFor(() => expect(signed(page)).toMatchObject({ [url('d')]: shown('d') }))
    expect(asked).toEqual([
      { origin: 'https://app.example', urls: [url('a'), url('net')] },
      { origin: 'https://app.example', urls: [url('d')] },
    ])
  })

  test('behavior: what is in the address itself, and what no server may fetch, is not asked for', async () => {
    const customWallets = [wallet('a', 'data:image/png;base64,AA=='), wallet('b', 'http://img.example/b.png'), wallet('c', url('c'))]
    await startPage({ options: { customWallets } })
    await vi.waitFor(() => expect(asked).toEqual([{ origin: 'https://app.example', urls: [url('c')] }]))
  })

  test('error: a picture that is refused, a server that does not answer: a letter, and another try with the next options', async () => {
    answers = false
    const page = await startPage({ options: { customWallets: [wallet('a', url('a')), wallet('r', url('refused'))] } })
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    expect(signed(page)).toEqual({})
    answers = true
    await vi.waitFor(async () => {
      await page.call('setOptions', { themeMode: 'dark' })
      expect(signed(page)).toEqual({ [url('a')]: shown('a') })
    })
  })
})
