import { png } from '@latchkey/testkit/src/pictures.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { createImageProxy, ProxyBusy } from './imageProxy.js'
import { rasterFormat } from './rasterFormat.js'
import { createReencoder } from './reencode.js'
import { ImageRefused } from './sanitiseSvg.js'
import { foreignNetwork } from './testing/foreignNetwork.js'

const reencoder = createReencoder()
afterAll(() => reencoder.close())
const host = { 'img.example.com': ['93.184.215.14'] }
const url = 'https://img.example.com/a'

describe('createImageProxy', () => {
  test('behavior: a raster is written anew and small', async () => {
    const { network } = foreignNetwork(host, { [url]: { body: png(600, 300) } })
    const image = await createImageProxy({ network, reencoder }).get(url, 'shop')

    expect(rasterFormat(image.bytes)).toEqual({ type: image.type, width: 256, height: 128 })
  })

  test.each([
    ['as it is', '<svg viewBox="0 0 1 1"><script>alert(1)</script><path d="M0 0"/></svg>'],
    ['with a declaration', '\uFEFF<?xml version="1.0"?>\n<svg viewBox="0 0 1 1"><path onclick="a()" d="M0 0"/></svg>'],
  ])('behavior: an SVG %s is cleaned', async (_, body) => {
    const { network } = foreignNetwork(host, { [url]: { body: new TextEncoder().encode(body) } })
    const image = await createImageProxy({ network, reencoder }).get(url, 'shop')

    expect(image.type).toBe('image/svg+xml')
    expect(Buffer.from(image.bytes).toString()).toBe('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0"/></svg>')
  })

  test.each(['<!doctype html><script>alert(1)</script>', '{"secret": 1}', '%PDF-1.7', ''])('error: %s is no picture', async (body) => {
    const { network } = foreignNetwork(host, { [url]: { body: new TextEncoder().encode(body) } })

    await expect(createImageProxy({ network, reencoder }).get(url, 'shop')).rejects.toThrow(ImageRefused)
  })

  test('behavior: many who ask at once, and later ones, are one request', async () => {
    const { network, asked } = foreignNetwork(host, { [url]: { body: png(4, 4) } })
    const proxy = createImageProxy({ network, reencoder })
    const images = await Promise.all([proxy.get(url, 'shop'), proxy.get(url, 'shop'), proxy.get(url, 'shop')])

    expect(await proxy.get(url, 'shop')).toBe(images[0])
    expect(asked).toHaveLength(1)
  })

  test('behavior: a refusal is remembered for five minutes, a picture for a day', async () => {
    let now = 1
    const { network, asked } = foreignNetwork(host, { [url]: { body: png(4, 4) } })
    const proxy = createImageProxy({ network, reencoder, now: () => now })
    const missing = 'https://img.example.com/none'
    for (now of [1, 300_001, 300_002]) await expect(proxy.get(missing, 'shop')).rejects.toThrow('The server has no such picture.')
    expect(asked).toHaveLength(2)
    for (now of [300_002, 86_700_002, 86_700_003]) await proxy.get(url, 'shop')

    expect(asked).toHaveLength(4)
  })

  test('behavior: when it is full, the picture that was shown longest ago is fetched again', async () => {
    const body = png(4, 4)
    const [one, two, three] = [`${url}?1`, `${url}?2`, `${url}?3`] as const
    const { network, asked } = foreignNetwork(host, { [one]: { body }, [two]: { body }, [three]: { body } })
    // Each costs a kilobyte and its bytes.
    const proxy = createImageProxy({ network, reencoder, capacity: 2_800 })
    for (const each of [one, two, one, three, one]) await proxy.get(each, 'shop')
    expect(asked).toHaveLength(3)
    await proxy.get(two, 'shop')
    expect(asked).toHaveLength(4)
  })

  test('error: more than a project may have fetched; what is kept, and other projects, are shown', async () => {
    const { network } = foreignNetwork(host, { [url]: { body: png(4, 4) } })
    const proxy = createImageProxy({ network, reencoder, fetches: { perSecond: 0.001, burst: 2 } })
    await proxy.get(url, 'shop')
    await expect(proxy.get(`${url}?1`, 'shop')).rejects.toThrow(ImageRefused)
    await expect(proxy.get(`${url}?2`, 'shop')).rejects.toThrow(ProxyBusy)

    expect((await proxy.get(url, 'shop')).bytes.length).toBeGreaterThan(0)
    await expect(proxy.get(`${url}?2`, 'other')).rejects.toThrow(ImageRefused)
  })

  test('error: more at once than it fetches', async () => {
    const { network } = foreignNetwork(host, { [url]: () => new Promise<never>(() => undefined) })
    const proxy = createImageProxy({ network, reencoder, concurrency: 1, timeout: 50 })
    const first = proxy.get(url, 'shop')

    await expect(proxy.get('https://img.example.com/b', 'shop')).rejects.toThrow(ProxyBusy)
    await expect(first).rejects.toThrow('The server takes too long.')
    await expect(proxy.get('https://img.example.com/b', 'shop')).rejects.toThrow('The server has no such picture.')
  })
})
