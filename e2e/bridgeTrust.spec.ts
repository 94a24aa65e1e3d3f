import type { Page } from '@playwright/test'
import { expect, failed, test } from './bridge/lab.ts'

/* Who may talk over the Bridge, and what a hostile end of it achieves. */

test.describe('who may talk', () => {
  test('error: a page of another origin than the frame expects gets no answer', async ({ page, lab }) => {
    await lab.open(lab.frameUrl('page'), 'stranger')
    await page.evaluate((origin) => window.lab.connect(origin, 1_500), lab.origin('frame'))
    expect(await page.evaluate(() => window.lab.ready())).toMatchObject(failed(4900, 'iframe_load_failed'))
    expect(await page.evaluate(() => window.lab.epochs)).toEqual([])
  })

  test('error: a frame of another origin than the page expects gets no answer', async ({ page, lab }) => {
    await lab.open(lab.frameUrl().replace(lab.origin('frame'), lab.origin('stranger')))
    await page.evaluate((origin) => window.lab.connect(origin, 1_500), lab.origin('frame'))
    expect(await page.evaluate(() => window.lab.ready())).toMatchObject(failed(4900, 'iframe_load_failed'))
    expect(await page.evaluate(() => window.lab.epochs)).toEqual([])
  })

  for (const label of ['stranger', 'frame'])
    test(`behavior: messages of a sibling frame are ignored (${label === 'frame' ? 'same origin as the real one' : 'another origin'})`, async ({
      page,
      lab,
    }) => {
      await lab.openConnected()
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
      expect(await lab.call('echo', 'alive')).toEqual({ value: 'alive' })
      expect(await page.evaluate(() => window.lab.seen)).toEqual([])
    })

  test('error: an origin that is not exact is refused', async ({ page, lab }) => {
    await lab.open()
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
  test.beforeEach(async ({ page, lab }) => {
    await lab.open()
    await page.evaluate((origin) => window.lab.connectRaw(origin), lab.origin('frame'))
  })
  const refused = (code: number) => ({ value: { ok: false, error: { code } } })
  const raw = (page: Page, method: unknown, params?: unknown) =>
    page.evaluate(([name, value]) => window.lab.outcome(window.lab.raw?.dispatch(name, value) as Promise<unknown>), [method, params])

  test('error: inherited members, unknown methods and other types are -32601', async ({ page }) => {
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
    const answers = await page.evaluate(async () => {
      const remote = window.lab.raw as unknown as Record<string, Record<string, () => Promise<unknown>> & (() => Promise<unknown>)>
      const paths = [remote.toString, remote.constructor, remote.echo, remote.dispatch?.constructor, remote.dispatch?.toString]
      return Promise.all(paths.map((path) => window.lab.outcome((path as () => Promise<unknown>)())))
    })
    for (const answer of answers) {
      expect(answer).toMatchObject({ error: { code: 'METHOD_NOT_FOUND' } })
      expect((answer as { error: { stack?: string } }).error.stack).toBeUndefined()
    }
  })

  test('error: the thirty-third call at once is -32005, and ended calls make room', async ({ page }) => {
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
    void page.evaluate(() => void window.lab.raw?.dispatch('wait', { id: 'same', onAbort: 'reject' }))
    expect(await raw(page, 'wait', { id: 'same', onAbort: 'reject' })).toMatchObject(refused(-32600))
  })

  test('error: a message above one megabyte is -32600, whatever its shape', async ({ page }) => {
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
