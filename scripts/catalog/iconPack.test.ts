import { rasterFormat } from '@latchkey/services/src/images/rasterFormat.ts'
import { createReencoder } from '@latchkey/services/src/images/reencode.ts'
import { png } from '@latchkey/testkit/src/pictures.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { createIconPack } from './iconPack.js'

const reencoder = createReencoder({ edge: 128 })
afterAll(() => reencoder.close())
const circle = '<svg viewBox="0 0 1 1"><circle r="1"/></svg>'
const dataUri = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`

describe('createIconPack', () => {
  test('behavior: the first usable picture, cleaned, under the hash of its bytes', async () => {
    const pack = createIconPack(reencoder)
    const id = await pack.addFirst(['<html/>', '<svg><script>alert(1)</script><circle r="1"/></svg>', circle])
    const { bytes, index } = pack.write()

    expect(Object.keys(index)).toEqual([id])
    expect(bytes.toString()).toBe('<svg xmlns="http://www.w3.org/2000/svg"><circle r="1"/></svg>')
    expect(pack.refusals).toEqual(['The document is not an SVG.'])
  })

  test('behavior: one picture in two spellings is stored once', async () => {
    const pack = createIconPack(reencoder)
    const ids = [
      await pack.addFirst([circle]),
      await pack.addFirst([dataUri(circle)]),
      await pack.addFirst([`data:image/svg+xml;base64,${btoa(circle)}`]),
    ]

    expect(new Set(ids).size).toBe(1)
    expect(Object.keys(pack.write().index)).toHaveLength(1)
  })

  test('behavior: a small raster stays as its maker compressed it, a large one is made smaller', async () => {
    const pack = createIconPack(reencoder)
    const [small, large] = [png(64, 64), png(400, 200)]
    await pack.addFirst([`data:image/png;base64,${small.toString('base64')}`])
    const id = await pack.addFirst([`data:image/png;base64,${large.toString('base64')}`])
    const { bytes, index } = pack.write()
    const [start, length] = index[id ?? ''] ?? [0, 0]

    expect(bytes.includes(small)).toBe(true)
    expect(rasterFormat(bytes.subarray(start, start + length))).toMatchObject({ width: 128, height: 64 })
  })

  test('behavior: the order in which pictures come does not matter', async () => {
    const [forwards, backwards] = [createIconPack(reencoder), createIconPack(reencoder)]
    const others = ['<svg><rect width="1"/></svg>', '<svg><path d="M0 0"/></svg>', circle]
    for (const svg of others) await forwards.addFirst([svg])
    for (const svg of others.reverse()) await backwards.addFirst([svg])

    expect(backwards.write()).toEqual(forwards.write())
  })

  test('error: no usable picture', async () => {
    const pack = createIconPack(reencoder)

    expect(await pack.addFirst([])).toBeNull()
    expect(await pack.addFirst([`<svg><path d="${'M0 0'.repeat(4_000)}"/></svg>`])).toBeNull()
  })
})
