import { connect, expect, frame, iframe, test } from './host-sdk/lab.ts'

test.describe('a frame that is lost', () => {
  test('behavior: removed while open, it is rebuilt and the same opening goes on', async ({ page, host }) => {
    await host.goto()
    await host.open()
    await expect(frame(page).locator('main')).toBeVisible()
    await page.evaluate(() => document.querySelector('iframe')?.remove())
    await frame(page).getByRole('button', { name: 'Close' }).click()
    expect(await host.outcome()).toBeNull()
  })

  test('behavior: removed while closed, the next call builds another', async ({ page, host }) => {
    await host.goto()
    await connect(page, host)
    await page.evaluate(() => document.body.replaceChildren())
    await host.open()
    await frame(page).getByRole('button', { name: 'Close' }).click()
    expect(await host.outcome()).toMatchObject({ networkId: 'eip155:31337' })
  })

  test('behavior: inline, the page takes one container out and opens in another in the same task, as React does for another key', async ({
    page,
    host,
  }) => {
    await host.goto()
    await page.evaluate(() => {
      const container = document.body.appendChild(document.createElement('section'))
      const abort = new AbortController()
      Object.assign(window, { abort, first: window.Modal.open({ container, signal: abort.signal }) })
    })
    await expect(frame(page).locator('main')).toBeVisible()
    const first = await page.evaluate(() => {
      const { abort, first } = window as unknown as { abort: AbortController; first: Promise<unknown> }
      abort.abort()
      document.querySelector('section')?.remove()
      const container = document.body.appendChild(document.createElement('article'))
      window.opening = window.Modal.open({ container }).catch(({ code }) => code)
      return first
    })
    expect(first).toBeNull()
    await expect(page.locator('article > iframe')).toBeVisible()
    await frame(page).getByRole('button', { name: 'Close' }).click()
    expect(await host.outcome()).toBeNull()
  })

  test('error: reloaded while open, the opening rejects with 4900 and the next one works', async ({ page, host }) => {
    await host.goto()
    await host.open()
    // The opening has arrived: one that is still on its way is simply sent to the new document.
    await expect(frame(page).locator('button').first()).toBeFocused()
    await page.evaluate(() => {
      const element = document.querySelector('iframe')
      if (element) element.src += '&again'
    })
    expect(await host.outcome()).toMatchObject({ name: 'ModalError', code: 4900 })
    await expect(iframe(page)).toBeHidden()
    await host.open()
    await frame(page).getByRole('button', { name: 'Close' }).click()
    expect(await host.outcome()).toBeNull()
  })

  test('error: a dialog that is not there is iframe_load_failed, and a retry works', async ({ page, host, lab, lines, expectProblems }) => {
    expectProblems('error: Failed to load resource: net::ERR_EMPTY_RESPONSE')
    await host.goto()
    lab.dialog = 'cuts'
    await host.open()
    expect(await host.outcome()).toMatchObject({ code: 4900, message: 'iframe_load_failed', data: { reason: 'iframe_load_failed' } })
    await expect.poll(() => lines).toEqual([expect.stringContaining("Does the dialog's server run?")])
    await expect(iframe(page)).toHaveCount(0)
    lab.dialog = 'answers'
    await host.open()
    await frame(page).getByRole('button', { name: 'Close' }).click()
    expect(await host.outcome()).toBeNull()
  })

  test('error: a server that never answers is iframe_load_failed after 20 s', async ({ page, host, lab }) => {
    await page.clock.install()
    await host.goto()
    lab.dialog = 'hangs'
    await host.open()
    await page.clock.runFor(4_000)
    await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeVisible()
    await page.clock.runFor(16_000)
    expect(await host.outcome()).toMatchObject({ code: 4900, data: { reason: 'iframe_load_failed' } })
  })

  test('behavior: removed while it shows something of its own, it does not come back empty', async ({ page, host }) => {
    await host.goto()
    await connect(page, host)
    await frame(page)
      .locator('main')
      .evaluate(() =>
        (window as unknown as { host: { call(method: string, params: object): Promise<void> } }).host.call('setVisible', { visible: true }),
      )
    await expect(iframe(page)).toBeVisible()
    await page.evaluate(() => document.querySelector('dialog')?.remove())
    await expect.poll(() => page.evaluate(() => window.Modal.getState().open)).toBe(false)
    await expect(iframe(page)).toHaveCount(0)
  })

  test('error: a document that says nothing fails soon after its load', async ({ page, host, lines }) => {
    await host.goto({ project: 'silent' })
    await host.open()
    await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeVisible()
    expect(await host.outcome()).toMatchObject({ code: 4900, data: { reason: 'iframe_load_failed' } })
    await expect.poll(() => lines).toEqual([expect.stringContaining('sent is not the dialog')])
  })

  test("behavior: nobody has to wait for it: Escape and the page's own button close", async ({ page, host }) => {
    await host.goto({ project: 'silent' })
    await host.open()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    expect(await host.outcome()).toBeNull()
    await host.open()
    await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => dialog.dispatchEvent(new Event('cancel', { cancelable: true })))
    expect(await host.outcome()).toBeNull()
    await expect(iframe(page)).toBeHidden()
  })

  test("error: a refused page gets the dialog's own words", async ({ page, host, lines }) => {
    await host.goto({ project: 'refused' })
    await page.evaluate(() => {
      window.notes = []
      window.Modal.on('error', ({ message }) => window.notes.push(message))
    })
    await host.open()
    expect(await host.outcome()).toMatchObject({ name: 'ModalError', code: 4100, message: 'Origin Not Allowed' })
    expect(await page.evaluate(() => window.notes)).toEqual(['Origin Not Allowed'])
    await expect.poll(() => lines).toEqual([expect.stringContaining('is not on the list of project "refused"')])
  })
})
