import { calls, connect, expect, frame, iframe, test } from './host-sdk/lab.ts'

test.describe('open', () => {
  test('behavior: an opener opens on a click, the focus goes in and comes back', async ({ page, host }) => {
    await host.goto()
    await page.locator('#open').focus()
    await page.keyboard.press('Enter')
    await expect(frame(page).getByRole('button', { name: 'Close' })).toBeFocused()
    expect(await calls(page)).toContainEqual(['open', expect.objectContaining({ keyboard: true })])
    expect(await page.evaluate(() => window.Modal.getState().open)).toBe(true)
    await frame(page).getByRole('button', { name: 'Close' }).click()
    await expect(iframe(page)).toBeHidden()
    await expect(page.locator('#open')).toBeFocused()
    expect(await page.evaluate(() => document.body.getAttribute('style'))).toBeNull()
    expect(await page.locator('style').count()).toBe(0)
    expect(host.errors).toEqual([])
  })

  test('behavior: the session is what it resolves with, and null when the person closes', async ({ page, host }) => {
    await host.goto()
    await host.open()
    await frame(page).getByRole('button', { name: 'Close' }).click()
    expect(await host.outcome()).toBeNull()
    expect(await connect(page, host)).toMatchObject({ namespace: 'eip155', networkId: 'eip155:31337', wallet: { id: 'test.wallet' } })
  })

  test('behavior: calls of the inline stub and of the script itself wait for the frame', async ({ page, host }) => {
    const stub = `<script>window.Modal=window.Modal||new Proxy({q:[]},{get:(t,k)=>t[k]||((...a)=>new Promise((y,n)=>t.q.push([k,a,y,n])))})
opening=Modal.open({ view: 'Networks' })</script>`
    await host.goto({ head: stub })
    await expect(frame(page).locator('main')).toBeVisible()
    expect(await calls(page)).toContainEqual(['open', expect.objectContaining({ view: 'Networks' })])
    await frame(page).getByRole('button', { name: 'Close' }).click()
    expect(await host.outcome()).toBeNull()
    expect(Object.keys(await page.evaluate(() => ({ ...window.Modal })))).toContain('createModal')
  })

  test('behavior: a signal closes it', async ({ page, host }) => {
    await host.goto()
    await page.evaluate(() => {
      const abort = new AbortController()
      Object.assign(window, { abort })
      window.opening = window.Modal.open({ signal: abort.signal })
    })
    await expect(frame(page).locator('main')).toBeVisible()
    await page.evaluate(() => (window as unknown as { abort: AbortController }).abort.abort())
    expect(await host.outcome()).toBeNull()
    await expect(iframe(page)).toBeHidden()
  })

  test('behavior: inline, it lives in the container; another container rebuilds it', async ({ page, host }) => {
    await host.goto()
    await page.evaluate(() => {
      const container = document.createElement('section')
      document.body.append(container)
      window.opening = window.Modal.open({ container })
    })
    await expect(page.locator('section > iframe')).toBeVisible()
    await expect(page.locator('dialog')).toHaveCount(0)
    expect(await calls(page)).toContainEqual(['hello', expect.objectContaining({ options: expect.objectContaining({ inline: true }) })])
    const refused = await page.evaluate(() => window.Modal.open({ container: null }).catch(({ code }) => code))
    expect(refused).toBe(-32002)
    await frame(page).getByRole('button', { name: 'Close' }).click()
    expect(await host.outcome()).toBeNull()
    await page.evaluate(() => {
      window.opening = window.Modal.open({ container: null })
    })
    await expect(page.locator('dialog > iframe')).toBeVisible()
    await expect(page.locator('section > iframe')).toHaveCount(0)
  })
})

test.describe('staying open', () => {
  test("behavior: Escape is the dialog's to answer, a second one does not close it", async ({ page, host }) => {
    await host.goto({ project: 'required' })
    await host.open()
    await expect(frame(page).getByRole('button', { name: 'Close' })).toBeFocused()
    await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => {
      dialog.tabIndex = -1
      dialog.focus()
    })
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Escape')
    await expect.poll(() => calls(page)).toContainEqual(['back'])
    await page.evaluate(() => document.querySelector('dialog')?.close())
    await expect(iframe(page)).toBeVisible()
    expect(await page.evaluate(() => window.Modal.close())).toBe(false)
    expect(await page.evaluate(() => document.querySelector('dialog')?.matches(':modal'))).toBe(true)
  })

  test('behavior: inert and hidden are taken off again', async ({ page, host }) => {
    await host.goto()
    await host.open()
    await expect(frame(page).locator('main')).toBeVisible()
    await page.evaluate(() => {
      for (const element of document.querySelectorAll('dialog, dialog iframe'))
        for (const name of ['inert', 'aria-hidden', 'hidden']) element.setAttribute(name, '')
    })
    await expect(page.locator('dialog[inert], iframe[inert], dialog[hidden]')).toHaveCount(0)
    await frame(page).getByRole('button', { name: 'Close' }).click()
    expect(await host.outcome()).toBeNull()
  })

  test('behavior: a dialog that does not answer a close is closed anyway', async ({ page, host }) => {
    await host.goto({ project: 'deaf' })
    await host.open()
    await expect(frame(page).locator('main')).toBeVisible()
    expect(await page.evaluate(() => window.Modal.close())).toBe(true)
    await expect(iframe(page)).toBeHidden()
    expect(await host.outcome()).toBeNull()
  })

  for (const [shown, show] of [
    ['a dialog', () => document.body.appendChild(document.createElement('dialog')).showModal()],
    [
      'a panel that is filled later',
      () => {
        const panel = document.body.appendChild(document.createElement('div'))
        setTimeout(() => Object.assign(panel.style, { position: 'fixed', inset: '20%' }), 300)
      },
    ],
    [
      'a popover',
      () => {
        const popover = document.querySelector('main')?.appendChild(document.createElement('div'))
        popover?.setAttribute('popover', '')
        popover?.showPopover()
      },
    ],
  ] as const)
    test(`behavior: it steps aside for ${shown} of the page and comes back`, async ({ page, host }) => {
      await host.goto()
      await page.evaluate((source) => {
        document.body.append(document.createElement('main'))
        window.wallet.show = () => {
          new Function(`(${source})()`)()
          return new Promise<void>((resolve) => Object.assign(window, { answer: resolve }))
        }
      }, String(show))
      await host.open()
      await frame(page).getByRole('button', { name: 'Test wallet' }).click()
      await expect(iframe(page)).toBeHidden()
      await page.evaluate(() => (window as unknown as { answer: () => void }).answer())
      expect(await host.outcome()).toMatchObject({ address: '0x00000000000000000000000000000000000000Aa' })
    })
})
