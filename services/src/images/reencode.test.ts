import { brokenPng, gif, jpeg, png, pngBomb } from '@latchkey/testkit/src/pictures.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { rasterFormat } from './rasterFormat.js'
import { createReencoder, type Reencoder } from './reencode.js'
import { ImageRefused } from './sanitiseSvg.js'

let reencoder: Reencoder
afterEach(() => reencoder.close())

describe('createReencoder', () => {
  test.each([
    ['PNG', png(40, 20), 40, 20],
    ['GIF', gif(), 1, 1],
    ['JPEG', jpeg(30, 10), 30, 10],
  ])('behavior: %s becomes a new picture of the same size', async (_, bytes, width, height) => {
    reencoder = createReencoder()
    const image = await reencoder.reencode(bytes)

    expect(['image/webp', 'image/png']).toContain(image.type)
    expect(rasterFormat(image.bytes)).toEqual({ type: image.type, width, height })
  })

  test('behavior: a large picture is made to fit, in proportion', async () => {
    reencoder = createReencoder()

    expect(rasterFormat((await reencoder.reencode(png(1_000, 500))).bytes)).toMatchObject({ width: 256, height: 128 })
    expect(rasterFormat((await reencoder.reencode(png(2_000, 2))).bytes)).toMatchObject({ width: 256, height: 1 })
  })

  test('behavior: nothing but pixels survives', async () => {
    reencoder = createReencoder()
    const image = await reencoder.reencode(Buffer.concat([png(20, 20), Buffer.from('<script>trailing secret</script>')]))

    expect(Buffer.from(image.bytes).toString('latin1')).not.toContain('secret')
  })

  test('error: a picture that is huge when decoded is not decoded', async () => {
    reencoder = createReencoder()

    await expect(reencoder.reencode(pngBomb(60_000, 60_000))).rejects.toEqual(new ImageRefused('The picture has too many pixels.'))
  })

  test('error: broken pixels, and the next picture is not harmed', async () => {
    reencoder = createReencoder()
    const results = await Promise.allSettled([
      reencoder.reencode(brokenPng()),
      reencoder.reencode(png(4, 4)),
      reencoder.reencode(brokenPng()),
    ])

    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected'])
    expect(results[0]).toMatchObject({ reason: new ImageRefused('The picture cannot be decoded.') })
  })

  test('error: a picture that takes too long, and the next one is not harmed', async () => {
    reencoder = createReencoder({ timeout: 1 })

    await expect(reencoder.reencode(png(2_000, 2_000))).rejects.toEqual(new ImageRefused('The picture takes too long to decode.'))
    await reencoder.close()
    reencoder = createReencoder()
    await expect(reencoder.reencode(png(4, 4))).resolves.toMatchObject({ type: expect.any(String) })
  })

  test('error: closing answers whoever waits', async () => {
    reencoder = createReencoder()
    const waiting = [reencoder.reencode(png(2_000, 2_000)), reencoder.reencode(png(4, 4))]
    const settled = Promise.allSettled(waiting)
    await reencoder.close()

    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})
