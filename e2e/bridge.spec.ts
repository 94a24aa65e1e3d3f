import { expect, type Page, test } from '@playwright/test'
import { serveLab } from './bridge/server.ts'

/* What DESIGN.md section 3 promises of the Bridge, and each gap of penpal it closes, in a real browser across real origins. */

let lab: Awaited<ReturnType<typeof serveLab>>
test.beforeAll(async () => {
  lab = await serveLab()
})
test.afterAll(() => lab.close())

const frameUrl = (host = 'page') => `${lab.origin('frame')}/frame?origin=${encodeURIComponent(lab.origin(host))}`

/** A page with a frame, and every error that any of its documents did not handle. */
async function openPage(page: Page, frame = frameUrl(), host = 'page'): Promise<Error[]> {
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await page.goto(`${lab.origin(host)}/page`)
  await page.waitForFunction(() => Boolean(window.lab))
  await page.evaluate((url) => window.lab.addFrame(url), frame)
  return errors
}

async function openConnected(page: Page): Promise<Error[]> {
  const errors = await openPage(page)
  await page.evaluate((origin) => window.lab.connect(origin), lab.origin('frame'))
  expect(await page.evaluate(() => window.lab.ready())).toMatchObject({})
  expect(await page.evaluate(() => window.lab.epochs.length)).toBe(1)
  return errors
}

const reloadFrame = (page: Page) =>
  page.evaluate((url) => {
    const { frame } = window.lab
    if (frame) frame.src = url
  }, frameUrl())

const error = (code: number, message?: string) => ({ error: message ? { code, message } : { code } })
const call = (page: Page, method: string, params?: unknown, timeout?: number | null) =>
  page.evaluate((args) => window.lab.call(args.method as 'echo', args.params, args.timeout), { method, params, timeout })

test.describe('calls', () => {
  test('behavior: values of structured clone arrive as they are', async ({ page }) => {
    await openConnected(page)
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

  test('behavior: calls made before the frame is there wait for its hello', async ({ page }) => {
    await openPage(page)
    const answer = await page.evaluate((origin) => {
      window.lab.connect(origin)
      return window.lab.call('echo', 'early')
    }, lab.origin('frame'))
    expect(answer).toEqual({ value: 'early' })
  })

  test('error: code, message and data survive, the stack does not', async ({ page }) => {
    await openConnected(page)
    const data = { originalError: { code: -32000, chain: '0x7a69' } }
    const answer = await call(page, 'fail', { code: 4902, message: 'Unrecognized chain', data })
    expect(answer).toMatchObject({ error: { name: 'RpcError', code: 4902, message: 'Unrecognized chain', data } })
    expect(JSON.stringify(answer)).not.toContain(`${lab.origin('frame')}/`)
    expect(JSON.stringify(answer)).not.toContain('kept here')
  })

  test('error: what cannot be cloned is -32602 on either side, and an error keeps its code', async ({ page }) => {
    const errors = await openConnected(page)
    expect(await page.evaluate(() => window.lab.call('echo', { callback: () => {} }))).toMatchObject(error(-32602))
    expect(await call(page, 'uncloneable', { as: 'value' })).toMatchObject(error(-32602))
    expect(await call(page, 'uncloneable', { as: 'data' })).toMatchObject(error(4902, 'Unrecognized chain'))
    expect(await call(page, 'echo', 'still there')).toEqual({ value: 'still there' })
    expect(errors).toEqual([])
  })

  test('error: a parameter that fails validation is -32602 with the first issue', async ({ page }) => {
    await openConnected(page)
    expect(await call(page, 'double', 21)).toEqual({ value: 42 })
    expect(await call(page, 'double', '21')).toMatchObject(error(-32602, 'Expected a number'))
  })

  test('error: a read that gets no answer times out, and the frame is told to stop', async ({ page }) => {
    await openConnected(page)
    expect(await call(page, 'never', { id: 'a' }, 200)).toMatchObject({
      error: { code: -32603, message: 'iframe_request_timeout', data: { reason: 'iframe_request_timeout' } },
    })
    await expect.poll(() => page.evaluate(() => window.lab.seen)).toEqual(['never', 'never aborted'])
  })
})

test.describe('abort', () => {
  for (const [onAbort, expected] of [
    ['reject', error(4001, 'Request was aborted')],
    ['answer', { value: 'signed before you asked' }],
  ] as const)
    test(`behavior: an aborted call settles by what the frame answers (${onAbort})`, async ({ page }) => {
      await openConnected(page)
      await page.evaluate((decision) => window.lab.start('w', 'wait', { id: 'w', onAbort: decision }, null), onAbort)
      await expect.poll(() => page.evaluate(() => window.lab.seen)).toEqual(['wait'])
      await page.evaluate(() => window.lab.controllers.get('w')?.abort())
      expect(await page.evaluate(() => window.lab.calls.get('w'))).toMatchObject(expected)
    })

  test('error: aborted before anything was sent, a call rejects at once', async ({ page }) => {
    await openPage(page, `${lab.origin('frame')}/blank`)
    await page.evaluate((origin) => {
      window.lab.connect(origin)
      window.lab.start('w', 'wait', { id: 'w', onAbort: 'answer' }, null)
      window.lab.controllers.get('w')?.abort()
    }, lab.origin('frame'))
    expect(await page.evaluate(() => window.lab.calls.get('w'))).toMatchObject(error(4001, 'Request was aborted'))
  })
})

test.describe('a frame that goes away', () => {
  test('error: calls pending while it reloads reject with 4900 within a second of its return', async ({ page }) => {
    const errors = await openConnected(page)
    await page.evaluate(() => window.lab.start('n', 'never', { id: 'n' }, null))
    await expect.poll(() => page.evaluate(() => window.lab.seen)).toEqual(['never'])
    const started = Date.now()
    await reloadFrame(page)
    expect(await page.evaluate(() => window.lab.calls.get('n'))).toMatchObject(error(4900))
    expect(Date.now() - started).toBeLessThan(1_000)
    expect(await call(page, 'echo', 'again')).toEqual({ value: 'again' })
    expect(errors).toEqual([])
  })

  test('behavior: a call made while it reloads waits for the new document', async ({ page }) => {
    await openConnected(page)
    await reloadFrame(page)
    // The old document is gone once its window says so; the new one has not said hello yet.
    await expect.poll(() => page.evaluate(() => window.lab.epochs.length)).toBe(2)
    expect(await call(page, 'echo', 'new')).toEqual({ value: 'new' })
  })

  test('behavior: idempotent calls are sent again exactly once', async ({ page }) => {
    await openConnected(page)
    await page.evaluate(() => {
      window.lab.start('one', 'reloaded', { after: 1 })
      window.lab.start('two', 'reloaded', { after: 2 })
    })
    await expect.poll(() => page.evaluate(() => window.lab.seen.length)).toBe(2)
    await reloadFrame(page)
    expect(await page.evaluate(() => window.lab.calls.get('one'))).toEqual({ value: 'load 1' })
    await expect.poll(() => page.evaluate(() => window.lab.seen.length)).toBe(4)
    await reloadFrame(page)
    expect(await page.evaluate(() => window.lab.calls.get('two'))).toMatchObject(error(4900))
    expect(await call(page, 'echo', 1)).toEqual({ value: 1 })
    expect(await page.evaluate(() => window.lab.seen)).toEqual(['reloaded 0', 'reloaded 0', 'reloaded 1', 'reloaded 1'])
  })

  test('behavior: what it asked of the page is aborted when it reloads', async ({ page }) => {
    await openConnected(page)
    const frame = page.frames()[1]
    await frame?.evaluate(() => {
      const { page } = window as unknown as { page: { call(...args: unknown[]): Promise<unknown> } }
      void page.call('never', { id: 'x' }, { timeout: null }).catch(() => {})
      return page.call('seen', 'asked')
    })
    await reloadFrame(page)
    await expect.poll(() => page.evaluate(() => window.lab.aborted)).toBe(1)
  })

  test('behavior: a frame that the page moved is connected again, and what was pending rejects with 4900', async ({ page }) => {
    await openConnected(page)
    await page.evaluate(() => {
      window.lab.start('n', 'never', { id: 'n' }, null)
      const shelf = document.createElement('div')
      document.body.append(shelf)
      if (window.lab.frame) shelf.append(window.lab.frame)
    })
    expect(await page.evaluate(() => window.lab.calls.get('n'))).toMatchObject(error(4900))
    expect(await call(page, 'echo', 'moved')).toEqual({ value: 'moved' })
  })

  test('error: a frame that the page removed rejects the next call with 4900', async ({ page }) => {
    await openConnected(page)
    await page.evaluate(() => {
      window.lab.start('n', 'never', { id: 'n' }, null)
      window.lab.frame?.remove()
    })
    expect(await call(page, 'echo', 1)).toMatchObject(error(4900))
    expect(await page.evaluate(() => window.lab.calls.get('n'))).toMatchObject(error(4900))
  })

  test('error: a frame that never answers is iframe_load_failed', async ({ page }) => {
    await openPage(page, `${lab.origin('frame')}/blank`)
    await page.evaluate((origin) => window.lab.connect(origin, 300), lab.origin('frame'))
    const expected = { error: { code: 4900, message: 'iframe_load_failed', data: { reason: 'iframe_load_failed' } } }
    expect(await call(page, 'echo', 1)).toMatchObject(expected)
    expect(await page.evaluate(() => window.lab.ready())).toMatchObject(expected)
  })

  test('error: destroy settles everything, also before the handshake', async ({ page }) => {
    const errors = await openPage(page, `${lab.origin('frame')}/blank`)
    await page.evaluate((origin) => {
      window.lab.connect(origin)
      window.lab.start('early', 'echo', 1, null)
      window.lab.bridge?.destroy()
    }, lab.origin('frame'))
    expect(await page.evaluate(() => window.lab.ready())).toMatchObject(error(4900))
    expect(await page.evaluate(() => window.lab.calls.get('early'))).toMatchObject(error(4900))
    expect(await call(page, 'echo', 'late')).toMatchObject(error(4900))
    expect(errors).toEqual([])
  })

  test('error: destroy settles what is pending on both sides', async ({ page }) => {
    await openConnected(page)
    await page.evaluate(() => {
      window.lab.start('n', 'never', { id: 'n' }, null)
      window.lab.bridge?.destroy()
    })
    expect(await page.evaluate(() => window.lab.calls.get('n'))).toMatchObject(error(4900))
    const frame = page.frames()[1]
    const code = await frame?.evaluate(() => {
      const { page } = window as unknown as { page: { call(...args: unknown[]): Promise<unknown> } }
      return page.call('seen', 'x').catch((thrown: { code: number }) => thrown.code)
    })
    expect(code).toBe(4900)
  })
})

test.describe('who may talk', () => {
  test('error: a page of another origin than the frame expects gets no answer', async ({ page }) => {
    await openPage(page, frameUrl('page'), 'stranger')
    await page.evaluate((origin) => window.lab.connect(origin, 1_500), lab.origin('frame'))
    expect(await page.evaluate(() => window.lab.ready())).toMatchObject(error(4900, 'iframe_load_failed'))
    expect(await page.evaluate(() => window.lab.epochs)).toEqual([])
  })

  test('error: a frame of another origin than the page expects gets no answer', async ({ page }) => {
    await openPage(page, frameUrl().replace(lab.origin('frame'), lab.origin('stranger')))
    await page.evaluate((origin) => window.lab.connect(origin, 1_500), lab.origin('frame'))
    expect(await page.evaluate(() => window.lab.ready())).toMatchObject(error(4900, 'iframe_load_failed'))
    expect(await page.evaluate(() => window.lab.epochs)).toEqual([])
  })

  for (const label of ['stranger', 'frame'])
    test(`behavior: messages of a sibling frame are ignored (${label === 'frame' ? 'same origin as the real one' : 'another origin'})`, async ({
      page,
    }) => {
      await openConnected(page)
      await page.evaluate(
        (url) => {
          const sibling = document.createElement('iframe')
          sibling.src = url
          sibling.name = 'sibling'
          document.body.append(sibling)
        },
        `${lab.origin(label)}/blank`,
      )
      await expect.poll(() => page.frame('sibling')?.url()).toBe(`${lab.origin(label)}/blank`)
      await page.frame('sibling')?.evaluate(() => {
        const base = { namespace: 'penpal', channel: undefined }
        const { port1, port2 } = new MessageChannel()
        parent.postMessage({ ...base, type: 'SYN', participantId: 'zzzz' }, '*')
        parent.postMessage({ ...base, type: 'ACK2' }, '*', [port2])
        const forged = { ...base, type: 'CALL', id: '1', methodPath: ['dispatch'], args: ['seen', 'forged'] }
        parent.postMessage(forged, '*')
        port1.postMessage(forged)
        parent.postMessage({ ...base, type: 'DESTROY' }, '*')
      })
      // The sibling's messages were delivered before this answer can come back from the frame.
      expect(await call(page, 'echo', 'alive')).toEqual({ value: 'alive' })
      expect(await page.evaluate(() => window.lab.seen)).toEqual([])
    })

  test('error: an origin that is not exact is refused', async ({ page }) => {
    await openPage(page)
    for (const origin of ['*', '', 'null', 'https://a.example/', 'https://*.example'])
      expect(
        await page.evaluate((value) => {
          try {
            window.lab.connect(value)
            return 'connected'
          } catch (thrown) {
            return (thrown as Error).name
          }
        }, origin),
      ).toMatch(/TypeError|RpcError/)
  })
})

test.describe('a hostile page', () => {
  const openRaw = async (page: Page) => {
    const errors = await openPage(page)
    await page.evaluate((origin) => window.lab.connectRaw(origin), lab.origin('frame'))
    return errors
  }
  const refused = (code: number) => ({ value: { ok: false, error: { code } } })
  const raw = (page: Page, method: unknown, params?: unknown) =>
    page.evaluate(([name, value]) => window.lab.outcome(window.lab.raw?.dispatch(name, value) as Promise<unknown>), [method, params])

  test('error: inherited members, unknown methods and other types are -32601', async ({ page }) => {
    await openRaw(page)
    for (const method of [
      'toString',
      'constructor',
      '__proto__',
      'hasOwnProperty',
      'then',
      'valueOf',
      'nothing',
      '',
      7,
      null,
      ['echo'],
      { a: 1 },
    ])
      expect(await raw(page, method), String(method)).toMatchObject(refused(-32601))
    expect(await raw(page, 'echo', 'fine')).toEqual({ value: { ok: true, value: 'fine' } })
  })

  test('error: beside the one method of the wire nothing answers, and no stack comes back', async ({ page }) => {
    await openRaw(page)
    const answers = await page.evaluate(async () => {
      const remote = window.lab.raw as unknown as Record<string, Record<string, () => Promise<unknown>> & (() => Promise<unknown>)>
      const paths = [
        remote.toString,
        remote.constructor,
        remote.__proto__,
        remote.echo,
        remote.dispatch?.constructor,
        remote.dispatch?.toString,
      ]
      return Promise.all(paths.map((path) => window.lab.outcome((path as () => Promise<unknown>)())))
    })
    for (const answer of answers) {
      expect(answer).toMatchObject({ error: { code: 'METHOD_NOT_FOUND' } })
      expect((answer as { error: { stack?: string } }).error.stack).toBeUndefined()
    }
  })

  test('error: the thirty-third call at once is -32005, and ended calls make room', async ({ page }) => {
    await openRaw(page)
    const codes = await page.evaluate(async () => {
      const remote = window.lab.raw
      if (!remote) return []
      for (let index = 0; index < 32; index += 1) void remote.dispatch('wait', { id: `w${index}`, onAbort: 'reject' })
      const one = await remote.dispatch('echo', 1)
      await remote.dispatch('abort', { id: 'w0' })
      return [one, await remote.dispatch('echo', 2)]
    })
    expect(codes).toMatchObject([
      { ok: false, error: { code: -32005 } },
      { ok: true, value: 2 },
    ])
  })

  test('error: an id that is in use is refused', async ({ page }) => {
    await openRaw(page)
    void page.evaluate(() => void window.lab.raw?.dispatch('wait', { id: 'same', onAbort: 'reject' }))
    expect(await raw(page, 'wait', { id: 'same', onAbort: 'reject' })).toMatchObject(refused(-32600))
  })

  test('error: a message above one megabyte is -32600, whatever its shape', async ({ page }) => {
    await openRaw(page)
    const codes = await page.evaluate(async () => {
      const remote = window.lab.raw
      if (!remote) return []
      const deep: Record<string, unknown> = {}
      deep.self = deep
      const shapes = {
        string: 'x'.repeat(1_100_000),
        bytes: new Uint8Array(1_100_000),
        view: new Uint8Array(new ArrayBuffer(1_100_000), 0, 1),
        sparse: Object.assign([], { length: 4_000_000_000 }),
        map: new Map([['a', 'x'.repeat(1_100_000)]]),
        set: new Set(Array.from({ length: 200_000 }, (_, index) => index)),
        many: Array.from({ length: 200_000 }, (_, index) => ({ index })),
        bigint: 1n << 10_000_000n,
        blob: new Blob([new Uint8Array(1_100_000)]),
        cycle: deep,
        small: ['x'.repeat(1_000_000)],
      }
      const answers: Record<string, unknown> = {}
      for (const [name, shape] of Object.entries(shapes)) {
        const result = (await remote.dispatch('echo', shape)) as { ok: boolean; error?: { code: number } }
        answers[name] = result.ok ? 'ok' : result.error?.code
      }
      return answers
    })
    const large = Object.fromEntries(
      ['string', 'bytes', 'view', 'sparse', 'map', 'set', 'many', 'bigint', 'blob'].map((name) => [name, -32600]),
    )
    expect(codes).toEqual({ ...large, cycle: 'ok', small: 'ok' })
  })
})

test.describe('limits of the calling side', () => {
  test('error: a large parameter is refused before it is sent, a large answer before it is received', async ({ page }) => {
    await openConnected(page)
    expect(await page.evaluate(() => window.lab.call('never', { id: 'x'.repeat(1_100_000) }))).toMatchObject(error(-32600))
    expect(await call(page, 'large', { characters: 1_100_000 })).toMatchObject(error(-32600))
    expect(await page.evaluate(() => window.lab.seen)).toEqual([])
  })

  test('error: the thirty-third call at once is -32005 without a message', async ({ page }) => {
    await openConnected(page)
    await page.evaluate(() => {
      for (let index = 0; index < 32; index += 1) window.lab.start(`n${index}`, 'never', { id: `n${index}` }, null)
    })
    expect(await call(page, 'echo', 1)).toMatchObject(error(-32005))
    await expect.poll(() => page.evaluate(() => window.lab.seen.length)).toBe(32)
  })
})
