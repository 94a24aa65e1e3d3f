import { expect, failed, test } from './bridge/lab.ts'

/* What is promised of a call over the Bridge, in a real browser across real origins. */

test.describe('calls', () => {
  test('behavior: values of structured clone arrive as they are', async ({ page, lab }) => {
    await lab.openConnected()
    const kept = await page.evaluate(async () => {
      const sent = { big: 2n ** 200n, bytes: new Uint8Array([1, 2, 3]), map: new Map([['a', new Date(0)]]), none: undefined }
      const answer = (await window.lab.call('echo', sent)) as { value: typeof sent }
      return [
        answer.value.big === sent.big,
        answer.value.bytes instanceof Uint8Array,
        answer.value.map.get('a')?.getTime(),
        'none' in answer.value,
      ]
    })
    expect(kept).toEqual([true, true, 0, true])
  })

  test('behavior: calls made before the frame is there wait for its hello', async ({ page, lab }) => {
    await lab.open()
    const answer = await page.evaluate((origin) => {
      window.lab.connect(origin)
      return window.lab.call('echo', 'early')
    }, lab.origin('frame'))
    expect(answer).toEqual({ value: 'early' })
  })

  test('error: code, message and data survive, the stack does not', async ({ lab }) => {
    await lab.openConnected()
    const data = { originalError: { code: -32000, chain: '0x7a69' } }
    const answer = await lab.call('fail', { code: 4902, message: 'Unrecognized chain', data })
    expect(answer).toMatchObject({ error: { name: 'RpcError', code: 4902, message: 'Unrecognized chain', data } })
    expect(JSON.stringify(answer)).not.toContain(`${lab.origin('frame')}/`)
    expect(JSON.stringify(answer)).not.toContain('kept here')
  })

  test('error: what cannot be cloned is -32602 on either side, and an error keeps its code', async ({ page, lab }) => {
    await lab.openConnected()
    expect(await page.evaluate(() => window.lab.call('echo', { callback: () => {} }))).toMatchObject(failed(-32602))
    expect(await lab.call('uncloneable', { as: 'value' })).toMatchObject(failed(-32602))
    expect(await lab.call('uncloneable', { as: 'data' })).toMatchObject(failed(4902, 'Unrecognized chain'))
    expect(await lab.call('echo', 'still there')).toEqual({ value: 'still there' })
    expect(lab.errors).toEqual([])
  })

  test('error: a parameter that fails validation is -32602 with the first issue', async ({ lab }) => {
    await lab.openConnected()
    expect(await lab.call('double', 21)).toEqual({ value: 42 })
    expect(await lab.call('double', '21')).toMatchObject(failed(-32602, 'Expected a number'))
  })

  test('error: a read that gets no answer times out, and the frame is told to stop', async ({ page, lab }) => {
    await lab.openConnected()
    expect(await lab.call('never', { id: 'a' }, 200)).toMatchObject({
      error: { code: -32603, message: 'iframe_request_timeout', data: { reason: 'iframe_request_timeout' } },
    })
    await expect.poll(() => page.evaluate(() => window.lab.seen)).toEqual(['never', 'never aborted'])
  })
})

test.describe('abort', () => {
  for (const [onAbort, expected] of [
    ['reject', failed(4001, 'Request was aborted')],
    ['answer', { value: 'signed before you asked' }],
  ] as const)
    test(`behavior: an aborted call settles by what the frame answers (${onAbort})`, async ({ page, lab }) => {
      await lab.openConnected()
      await page.evaluate((decision) => window.lab.start('w', 'wait', { id: 'w', onAbort: decision }, null), onAbort)
      await expect.poll(() => page.evaluate(() => window.lab.seen)).toEqual(['wait'])
      await page.evaluate(() => window.lab.controllers.get('w')?.abort())
      expect(await page.evaluate(() => window.lab.calls.get('w'))).toMatchObject(expected)
    })

  test('error: aborted before anything was sent, a call rejects at once', async ({ page, lab }) => {
    await lab.open(`${lab.origin('frame')}/blank`)
    await page.evaluate((origin) => {
      window.lab.connect(origin)
      window.lab.start('w', 'wait', { id: 'w', onAbort: 'answer' }, null)
      window.lab.controllers.get('w')?.abort()
    }, lab.origin('frame'))
    expect(await page.evaluate(() => window.lab.calls.get('w'))).toMatchObject(failed(4001, 'Request was aborted'))
  })
})

test.describe('limits of the calling side', () => {
  test('error: a large parameter is refused before it is sent, a large answer before it is received', async ({ page, lab }) => {
    await lab.openConnected()
    expect(await page.evaluate(() => window.lab.call('never', { id: 'x'.repeat(1_100_000) }))).toMatchObject(failed(-32600))
    expect(await lab.call('large', { characters: 1_100_000 })).toMatchObject(failed(-32600))
    expect(await page.evaluate(() => window.lab.seen)).toEqual([])
  })

  test('error: the thirty-third call at once is -32005 without a message', async ({ page, lab }) => {
    await lab.openConnected()
    await page.evaluate(() => {
      for (let index = 0; index < 32; index += 1) window.lab.start(`n${index}`, 'never', { id: `n${index}` }, null)
    })
    expect(await lab.call('echo', 1)).toMatchObject(failed(-32005))
    await expect.poll(() => page.evaluate(() => window.lab.seen.length)).toBe(32)
  })
})
