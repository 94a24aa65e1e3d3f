import { calls, connect, expect, frame, iframe, test } from './host-sdk/lab.ts'
import { stub } from './support/stub.ts'

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

  test('behavior: the session is what it resolves with, and null when the user closes', async ({ page, host }) => {
    await host.goto()
    await host.open()
    await frame(page).getByRole('button', { name: 'Close' }).click()
    expect(await host.outcome()).toBeNull()
    expect(await connect(page, host)).toMatchObject({ namespace: 'eip155', networkId: 'eip155:31337', wallet: { id: 'test.wallet' } })
  })

  test('behavior: calls of the inline stub and of the script itself wait for the frame', async ({ page, host }) => {
    await host.goto({ head: `${stub}<script>opening=Modal.open({ view: 'Networks' })</script>` })
    await expect(frame(page).locator('main')).toBeVisible()
    await expect.poll(() => calls(page)).toContainEqual(['open', expect.objectContaining({ view: 'Networks' })])
    await frame(page).getByRole('button', { name: 'Close' }).click()
    expect(await host.outcome()).toBeNull()
    expect(Object.keys(await page.evaluate(() => ({ ...window.Modal })))).toContain('createModal')
  })

  test('behavior: the stub keeps listeners and providers, too, and what they answer works before and after', async ({ page, host }) => {
    const early = `<script>
      heard = []
      unsubscribe = Modal.on('connect', ({ address }) => heard.push(address))
      Latchkey.subscribe(({ status }) => heard.push(status))
      ethereum = Modal.provider('eip155')
      ethereum.on('accountsChanged', (accounts) => heard.push(accounts))
      chain = ethereum.request({ method: 'eth_chainId' })
      refused = Modal.provider('eip155').request({ method: 'personal_sign', params: [] }).catch(({ code }) => code)
    </script>`
    await host.goto({ head: stub + early })
    type Early = { heard: unknown[]; unsubscribe: () => void; chain: Promise<string>; refused: Promise<number> }
    expect(await page.evaluate(async () => [await (window as unknown as Early).chain, await (window as unknown as Early).refused])).toEqual(
      ['0x1', 4100],
    )
    const session = await connect(page, host)
    const { address } = session as { address: string }
    const heard = () => page.evaluate(() => (window as unknown as Early).heard)
    await expect.poll(heard).toEqual(expect.arrayContaining([address, 'connected', [address]]))
    await page.evaluate(async () => {
      const early = window as unknown as Early
      early.unsubscribe()
      early.heard.length = 0
      await window.Modal.disconnect()
    })
    await connect(page, host)
    await expect.poll(heard).toContainEqual([address])
    expect(await heard()).not.toContain(address)
  })

  for (const [kind, script] of [
    ['async', 'async'],
    ['a module', 'type=module'],
  ] as const)
    test(`behavior: as ${kind}, the tag works as any other`, async ({ page, host }) => {
      await host.goto({ script })
      await page.locator('#open').click()
      await expect(frame(page).getByRole('button', { name: 'Close' })).toBeFocused()
      expect(await page.evaluate(() => (window as unknown as { Latchkey: unknown }).Latchkey === window.Modal)).toBe(true)
      expect(host.errors).toEqual([])
    })

  test('error: imported without a tag it says what it lacks', async ({ page, host, lab }) => {
    await host.goto({ label: 'bare' })
    const said = await page.evaluate(
      (url) => {
        document.querySelector('script[src$="/sdk.js"]')?.remove()
        return import(url).catch((error: Error) => error.message)
      },
      `${lab.origin('dialog')}/sdk.js?again`,
    )
    expect(said).toMatch(/^\[latchkey\] sdk\.js needs a <script src> of its own/)
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
    await expect
      .poll(() => calls(page))
      .toContainEqual(['hello', expect.objectContaining({ options: expect.objectContaining({ inline: true }) })])
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
