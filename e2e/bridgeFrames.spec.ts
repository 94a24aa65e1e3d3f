import { expect, failed, test } from './bridge/lab.ts'

/* Frames that reload, move, vanish or never come: penpal alone leaves calls pending for ever. */

test.describe('a frame that goes away', () => {
  test('error: calls pending while it reloads reject with 4900 within a second of its return', async ({ page, lab }) => {
    await lab.openConnected()
    await page.evaluate(() => window.lab.start('n', 'never', { id: 'n' }, null))
    await expect.poll(() => page.evaluate(() => window.lab.seen)).toEqual(['never'])
    await lab.reloadFrame()
    await expect.poll(() => page.evaluate(() => window.lab.epochs.length)).toBe(2)
    const started = Date.now()
    expect(await page.evaluate(() => window.lab.calls.get('n'))).toMatchObject(failed(4900))
    expect(Date.now() - started).toBeLessThan(1_000)
    expect(await lab.call('echo', 'again')).toEqual({ value: 'again' })
    expect(lab.errors).toEqual([])
  })

  test('behavior: a call made between the return of the frame and its hello waits for that hello', async ({ page, lab }) => {
    await lab.openConnected()
    await page.evaluate(() => {
      // penpal's first words from the new document: its methods are not there yet, its epoch is not known.
      const greeted = ({ source, data }: MessageEvent) => {
        if (source !== window.lab.frame?.contentWindow || data?.type !== 'SYN') return
        removeEventListener('message', greeted)
        window.lab.start('gap', 'echo', window.lab.epochs.length, null)
      }
      addEventListener('message', greeted)
    })
    await lab.reloadFrame()
    await expect.poll(() => page.evaluate(() => window.lab.epochs.length)).toBe(2)
    // The value tells that the call was made while one epoch was known.
    expect(await page.evaluate(() => window.lab.calls.get('gap'))).toEqual({ value: 1 })
  })

  test('behavior: idempotent calls are sent again exactly once', async ({ page, lab }) => {
    await lab.openConnected()
    await page.evaluate(() => {
      window.lab.start('one', 'reloaded', { after: 1 })
      window.lab.start('two', 'reloaded', { after: 2 })
    })
    await expect.poll(() => page.evaluate(() => window.lab.seen.length)).toBe(2)
    await lab.reloadFrame()
    expect(await page.evaluate(() => window.lab.calls.get('one'))).toEqual({ value: 'load 1' })
    await expect.poll(() => page.evaluate(() => window.lab.seen.length)).toBe(4)
    await lab.reloadFrame()
    expect(await page.evaluate(() => window.lab.calls.get('two'))).toMatchObject(failed(4900))
    expect(await lab.call('echo', 1)).toEqual({ value: 1 })
    expect(await page.evaluate(() => window.lab.seen)).toEqual(['reloaded 0', 'reloaded 0', 'reloaded 1', 'reloaded 1'])
  })

  test('behavior: what it asked of the page is aborted when it reloads', async ({ page, lab }) => {
    await lab.openConnected()
    const frame = page.frames()[1]
    await frame?.evaluate(() => {
      const { page } = window as unknown as { page: { call(...args: unknown[]): Promise<unknown> } }
      void page.call('never', { id: 'x' }, { timeout: null }).catch(() => {})
      return page.call('seen', 'asked')
    })
    await lab.reloadFrame()
    await expect.poll(() => page.evaluate(() => window.lab.aborted)).toBe(1)
  })

  test('behavior: a frame that the page moved is connected again, and what was pending rejects with 4900', async ({ page, lab }) => {
    await lab.openConnected()
    await page.evaluate(() => {
      window.lab.start('n', 'never', { id: 'n' }, null)
      const shelf = document.createElement('div')
      document.body.append(shelf)
      if (window.lab.frame) shelf.append(window.lab.frame)
    })
    expect(await page.evaluate(() => window.lab.calls.get('n'))).toMatchObject(failed(4900))
    expect(await lab.call('echo', 'moved')).toEqual({ value: 'moved' })
  })

  test('error: a frame that the page removed rejects the next call with 4900', async ({ page, lab }) => {
    await lab.openConnected()
    await page.evaluate(() => {
      window.lab.start('n', 'never', { id: 'n' }, null)
      window.lab.frame?.remove()
    })
    expect(await lab.call('echo', 1)).toMatchObject(failed(4900))
    expect(await page.evaluate(() => window.lab.calls.get('n'))).toMatchObject(failed(4900))
  })

  test('error: a frame that never answers is iframe_load_failed', async ({ page, lab }) => {
    await lab.open(`${lab.origin('frame')}/blank`)
    await page.evaluate((origin) => window.lab.connect(origin, 300), lab.origin('frame'))
    const expected = { error: { code: 4900, message: 'iframe_load_failed', data: { reason: 'iframe_load_failed' } } }
    expect(await lab.call('echo', 1)).toMatchObject(expected)
    expect(await page.evaluate(() => window.lab.ready())).toMatchObject(expected)
  })

  test('error: destroy settles everything, also before the handshake', async ({ page, lab }) => {
    await lab.open(`${lab.origin('frame')}/blank`)
    await page.evaluate((origin) => {
      window.lab.connect(origin)
      window.lab.start('early', 'echo', 1, null)
      window.lab.bridge?.destroy()
    }, lab.origin('frame'))
    expect(await page.evaluate(() => window.lab.ready())).toMatchObject(failed(4900))
    expect(await page.evaluate(() => window.lab.calls.get('early'))).toMatchObject(failed(4900))
    expect(await lab.call('echo', 'late')).toMatchObject(failed(4900))
    expect(lab.errors).toEqual([])
  })

  test('error: destroy settles what is pending on both sides', async ({ page, lab }) => {
    await lab.openConnected()
    await page.evaluate(() => {
      window.lab.start('n', 'never', { id: 'n' }, null)
      window.lab.bridge?.destroy()
    })
    expect(await page.evaluate(() => window.lab.calls.get('n'))).toMatchObject(failed(4900))
    const frame = page.frames()[1]
    const code = await frame?.evaluate(() => {
      const { page } = window as unknown as { page: { call(...args: unknown[]): Promise<unknown> } }
      return page.call('seen', 'x').catch((thrown: { code: number }) => thrown.code)
    })
    expect(code).toBe(4900)
  })
})
