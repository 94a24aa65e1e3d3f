import { startTestServer } from '@latchkey/testkit/src/server/startTestServer.ts'
import type { Page } from '@playwright/test'
import { connect, expect, frame, iframe, test } from './host-sdk/lab.ts'

/* What a page's developer does wrong is named in one line, and costs visitors as little as it can. */

const notice = (page: Page) => page.getByRole('alert').getByRole('button')
const settled = (page: Page) =>
  page.evaluate(() =>
    window.Modal.open().then(
      (session) => ({ session }),
      ({ name, code, message, data }) => ({ name, code, message, data }),
    ),
  )

test.describe('where the dialog is', () => {
  for (const [what, url] of [
    ['without a scheme', (origin: string) => origin.replace('http://', '')],
    ['with a path', (origin: string) => `${origin}/wallet/`],
  ] as const)
    test(`error: a dialogUrl ${what} is named, and what is meant is used`, async ({ page, host, lab, lines }) => {
      const given = url(lab.origin('dialog'))
      await host.goto({ script: `data-dialog-url="${given}"` })
      await expect.poll(() => lines).toEqual([expect.stringContaining(`dialogUrl is "${given}", of which ${lab.origin('dialog')} is used`)])
      expect(await connect(page, host)).toMatchObject({ wallet: { id: 'test.wallet' } })
      await expect.poll(() => lines).toHaveLength(1)
    })

  for (const [what, attribute, text] of [
    ['no address', 'data-dialog-url="ftp://dialog"', 'dialogUrl is "ftp://dialog", which is no other origin'],
    ["the page's own", 'data-dialog-url="http://app.localhost:PORT/js"', "which is no other origin than this page's"],
  ] as const)
    test(`error: a dialogUrl that is ${what} is named at once, and nobody waits`, async ({ page, host, lab, lines }) => {
      await host.goto({ script: attribute.replace('PORT', new URL(lab.origin('app')).port) })
      await expect.poll(() => lines).toEqual([expect.stringContaining(text)])
      expect(await settled(page)).toEqual({ name: 'ModalError', code: -32602, message: 'Invalid App Configuration', data: undefined })
      await expect(iframe(page)).toHaveCount(0)
      await page.locator('#open').click()
      await expect(notice(page)).toBeVisible()
      await expect.poll(() => lines).toHaveLength(1)
    })

  test('error: a dialogUrl that is missing, and options that are, throw nothing', async ({ page, host, lines }) => {
    await host.goto()
    const outcome = await page.evaluate(() => {
      const modal = window.Modal.createModal({ projectId: 'x', dialogUrl: undefined })
      return modal.open().catch(({ name, code }: { name: string; code: number }) => ({ name, code }))
    })
    expect(outcome).toEqual({ name: 'ModalError', code: -32602 })
    await expect.poll(() => lines).toEqual([expect.stringContaining('dialogUrl is missing')])
  })
})

test.describe('what only the browser knows', () => {
  test("error: a policy of the page that forbids the frame is named at once, and a visitor who presses the opener reads that it doesn't work", async ({
    page,
    host,
    lab,
    lines,
    expectProblems,
  }) => {
    const framing = `Framing '${lab.origin('dialog')}/' violates the following Content Security Policy directive: "frame-src 'self'".`
    expectProblems(`error: ${framing} The request has been blocked.\n`)
    await host.goto({ label: 'unframed.app', script: 'data-preload="none"' })
    await page.locator('#open').click()
    await expect(notice(page)).toContainText('Connecting a wallet is not possible right now.')
    await expect
      .poll(() => lines)
      .toEqual([
        `[latchkey] This page's Content Security Policy forbids ${lab.origin('dialog')}: add it to frame-src. See ${lab.origin('dialog')}/docs/csp`,
      ])
    // Long before the time that a silent document gets.
    expect(await settled(page)).toMatchObject({ code: 4900, data: { reason: 'iframe_load_failed' } })
  })

  /** A server that is no dialog, or the port that one had. */
  async function elsewhere(listens: boolean) {
    const { port, close } = await startTestServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Meadow</h1>'),
    )
    if (!listens) await close()
    return { origin: `http://dialog.localhost:${port}`, close: listens ? close : async () => {} }
  }

  for (const [what, listens, text] of [
    ['at which nothing listens', false, 'Nothing listens at'],
    ['of another server', true, 'Something listens at'],
  ] as const)
    test(`error: a dialogUrl ${what} is named within a second, and a visitor who presses a button of the page's own reads a notice`, async ({
      page,
      host,
      lines,
      expectedProblems,
    }) => {
      const other = await elsewhere(listens)
      // The browser's own words for a connection that is refused, and for an answer that a page may not read.
      page.on('console', (message) => message.type() === 'error' && expectedProblems.add(`error: ${message.text()}`))
      try {
        await host.goto({ script: `data-dialog-url="${other.origin}" data-preload="none"` })
        await page.evaluate(() => {
          const button = document.createElement('button')
          button.textContent = 'Log in'
          button.onclick = () => {
            const pressed = performance.now()
            window.Modal.open().catch(() => Object.assign(window, { waited: performance.now() - pressed }))
          }
          document.body.append(button)
        })
        await page.getByRole('button', { name: 'Log in' }).click()
        await expect(notice(page)).toContainText('Connecting a wallet is not possible right now.')
        await expect.poll(() => lines).toEqual([expect.stringContaining(`${text} ${other.origin}`)])
        expect(await page.evaluate(() => (window as unknown as { waited: number }).waited)).toBeLessThan(2_000)
      } finally {
        await other.close()
      }
    })

  test('error: a dialogUrl with https where the dialog answers by http is told from a dialog that is gone', async ({
    page,
    host,
    lab,
    lines,
    expectedProblems,
  }) => {
    page.on('console', (message) => message.type() === 'error' && expectedProblems.add(`error: ${message.text()}`))
    await host.goto({ script: `data-dialog-url="${lab.origin('dialog').replace('http:', 'https:')}" data-preload="none"` })
    await page.locator('#open').click()
    await expect(notice(page)).toBeVisible()
    await expect.poll(() => lines).toEqual([expect.stringContaining(`The dialog answers at ${lab.origin('dialog')}`)])
  })

  test('error: a page in a sandbox has no origin, so no project can list it: named at once', async ({ page, host, lab, lines }) => {
    await host.goto()
    await page.evaluate(
      (src) => {
        const frame = document.createElement('iframe')
        frame.sandbox.add('allow-scripts')
        frame.srcdoc = `<script src="${src}" data-project-id="nobody"></script>`
        document.body.append(frame)
      },
      `${lab.origin('dialog')}/sdk.js`,
    )
    await expect.poll(() => lines).toEqual([expect.stringContaining('this page has no origin')])
    expect(lines[0]).toContain('"nobody"')
  })

  test('error: a server that is gone: the opener tells the visitor, and works when it is back', async ({
    page,
    host,
    lab,
    lines,
    expectProblems,
  }) => {
    expectProblems('error: Failed to load resource: net::ERR_EMPTY_RESPONSE')
    await host.goto({ script: 'data-preload="none"' })
    lab.dialog = 'cuts'
    await page.locator('#open').click()
    await expect(notice(page)).toContainText('Connecting a wallet is not possible right now.')
    await expect.poll(() => lines).toEqual([expect.stringContaining(`load: ${lab.origin('dialog')}. Does the dialog's server run?`)])
    lab.dialog = 'answers'
    await notice(page).click()
    await expect(notice(page)).toHaveCount(0)
    await expect(page.locator('#open')).toBeFocused()
    await page.locator('#open').click()
    await expect(frame(page).getByRole('button', { name: 'Close' })).toBeFocused()
  })

  test('error: a refused page is named with its origin and project, and its visitor reads a notice in the language of the page', async ({
    page,
    host,
    lab,
    lines,
  }) => {
    await host.goto({ project: 'refused', preload: 'default' })
    const line = `[latchkey] Origin Not Allowed: ${lab.origin('app')} is not on the list of project "refused". See ${lab.origin('dialog')}/docs/errors#refused`
    await expect.poll(() => lines).toEqual([line])
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'ar'))
    await page.locator('#open').click()
    await expect(notice(page)).toContainText('لا يمكن ربط محفظة الآن.')
    await expect(notice(page)).toHaveAttribute('dir', 'rtl')
    await page.evaluate(() => {
      const button = document.createElement('latchkey-button')
      button.setAttribute('label', 'Ready made')
      document.body.append(button)
      document.querySelector('[data-latchkey=notice]')?.remove()
    })
    await page.getByRole('button', { name: 'Ready made' }).click()
    await expect(notice(page)).toBeVisible()
    await expect.poll(() => lines).toEqual([line])
  })

  test('error: a missing project is named without asking the server', async ({ page, host, lines }) => {
    await host.goto({ project: '' })
    await expect.poll(() => lines).toEqual([expect.stringContaining('Project ID Not Configured')])
    expect(await settled(page)).toMatchObject({ name: 'ModalError', code: 4100, message: 'Project ID Not Configured' })
    await expect(iframe(page)).toHaveCount(0)
  })
})

test.describe('names and places', () => {
  test('error: a container without a size is named, and so is a view or a chain family that does not exist', async ({
    page,
    host,
    lines,
  }) => {
    await host.goto({ head: '<div id="slot" style="width: 0; height: 0; overflow: hidden"></div>' })
    await page.evaluate(() => void window.Modal.open({ container: '#slot' }).catch(() => {}))
    await expect.poll(() => lines).toEqual([expect.stringContaining('The container of open() is 0 × 0 px')])
    await page.evaluate(() => void window.Modal.open({ view: 'Netwroks' as 'Networks', container: null }).catch(() => {}))
    await expect.poll(() => lines[1]).toContain('open({ view }) cannot be "Netwroks"; did you mean "Networks"?')
    await page.evaluate(() => void window.Modal.open({ namespace: 'evm' as 'eip155' }).catch(() => {}))
    await expect.poll(() => lines[2]).toContain('open({ namespace }) cannot be "evm"')
  })

  test('error: an element of the page called "Modal" keeps its name, and the API has another', async ({ page, host, lines }) => {
    await host.goto({ head: '<div id="Modal"></div>' })
    await page.waitForFunction(() => 'Latchkey' in window)
    expect(await page.evaluate(() => (window.Modal as unknown) instanceof HTMLElement)).toBe(true)
    await page.evaluate(() => void (window as unknown as { Latchkey: typeof window.Modal }).Latchkey.open())
    await expect(frame(page).locator('main')).toBeVisible()
    await expect.poll(() => lines).toEqual([expect.stringContaining('something else called "Modal"')])
  })

  test('behavior: a second tag of another project leaves the names alone, silently', async ({ page, host, lab, lines }) => {
    await host.goto()
    await page.evaluate(
      (src) =>
        new Promise((resolve) => {
          const script = document.createElement('script')
          Object.assign(script, { src, onload: resolve })
          script.dataset.projectId = 'second'
          Object.assign(window, { before: [window.Modal, (window as unknown as { Latchkey: unknown }).Latchkey] })
          document.head.append(script)
        }),
      `${lab.origin('dialog')}/sdk.js`,
    )
    expect(
      await page.evaluate(() => {
        const { before, Latchkey } = window as unknown as { before: unknown[]; Latchkey: unknown }
        return [before[0] === window.Modal, before[1] === Latchkey, before[0] === before[1]]
      }),
    ).toEqual([true, true, true])
    expect(lines).toEqual([])
  })

  test('behavior: a selector is a container; error: one that finds nothing is named, and the dialog comes over the page', async ({
    page,
    host,
    lines,
  }) => {
    await host.goto()
    await page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('section'), { id: 'slot' }))
      window.opening = window.Modal.open({ container: '#slot' })
    })
    await expect(page.locator('#slot > iframe')).toBeVisible()
    await frame(page).getByRole('button', { name: 'Close' }).click()
    expect(await host.outcome()).toBeNull()
    await page.evaluate(() => window.Modal.open({ container: null, signal: AbortSignal.timeout(1) }))
    for (const selector of ['#nothing', '<<<']) {
      await page.evaluate((container) => {
        window.opening = window.Modal.open({ container })
      }, selector)
      await expect(page.locator('dialog > iframe')).toBeVisible()
      await frame(page).getByRole('button', { name: 'Close' }).click()
      expect(await host.outcome()).toBeNull()
    }
    await expect
      .poll(() => lines)
      .toEqual([expect.stringContaining('no element for "#nothing"'), expect.stringContaining('no element for "<<<"')])
  })

  test('error: both ways to say how visitors sign in are refused together, and each alone is not', async ({ page, host }) => {
    await host.goto()
    const thrown = await page.evaluate(() => {
      const attempt = (options: object) => {
        try {
          return typeof window.Modal.createModal({ projectId: 'siwx', ...options }).open
        } catch (error) {
          const { name, code, message } = error as { name: string; code: number; message: string }
          return { name, code, message }
        }
      }
      return [attempt({ siwx: { required: true }, siweConfig: {} }), attempt({ siwx: { required: true } })]
    })
    expect(thrown).toEqual([{ name: 'ModalError', code: -32602, message: 'Cannot set both `siweConfig` and `siwx` options' }, 'function'])
  })
})

test.describe('when the frame is loaded', () => {
  const saving = '<script>Object.defineProperty(navigator, "connection", { value: { saveData: true } })</script>'
  const slow = '<script>Object.defineProperty(navigator, "connection", { value: { effectiveType: "slow-2g" } })</script>'
  const hidden = '<script>Object.defineProperty(document, "hidden", { value: true })</script>'

  test('behavior: by itself, once the page has loaded and is idle', async ({ page, host }) => {
    await host.goto({ preload: 'default' })
    await expect(iframe(page)).toHaveCount(1)
    await expect.poll(() => page.evaluate(() => window.Modal.getState().ready)).toBe(true)
    await expect(iframe(page)).toBeHidden()
  })

  for (const [what, head] of [
    ['where the visitor saves data', saving],
    ['on a connection of the second generation', slow],
    ['on a page that nobody looks at', hidden],
  ] as const)
    test(`behavior: ${what}, only when an opener is reached`, async ({ page, host }) => {
      await host.goto({ head, preload: 'default' })
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))))
      await expect(iframe(page)).toHaveCount(0)
      await page.locator('#open').hover()
      await expect(iframe(page)).toHaveCount(1)
    })

  test("behavior: with preload 'none' a page makes no request but the script's", async ({ page, host, lab }) => {
    const asked: string[] = []
    page.on('request', (request) => request.url().startsWith(lab.origin('dialog')) && asked.push(new URL(request.url()).pathname))
    await host.goto({ script: 'data-preload="none"' })
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))))
    await page.locator('#open').hover()
    expect(await page.evaluate(() => window.Modal.provider('eip155').request({ method: 'eth_accounts' }))).toEqual([])
    expect(asked).toEqual(['/sdk.js'])
  })
})

test('behavior: libraries that list Solana wallets when the page loads find ours; a project without Solana has it taken back', async ({
  page,
  host,
}) => {
  const listing = `<script>
    found = []
    register = (wallet) => { found.push(wallet.name); return () => found.splice(found.indexOf(wallet.name), 1) }
    document.addEventListener('DOMContentLoaded', () => {
      dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
      atLoad = [...found]
    })
  </script>`
  await host.goto({ head: listing, preload: 'default' })
  expect(await page.evaluate(() => (window as unknown as { atLoad: string[] }).atLoad)).toEqual(['Latchkey'])
  await expect.poll(() => page.evaluate(() => (window as unknown as { found: string[] }).found)).toEqual([])
  await host.goto({ head: listing, script: 'data-networks="eip155:1" data-preload="none"' })
  expect(await page.evaluate(() => (window as unknown as { atLoad: string[] }).atLoad)).toEqual([])
  await host.goto({ head: listing, script: 'data-networks="eip155:1, solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp" data-preload="none"' })
  expect(await page.evaluate(() => (window as unknown as { atLoad: string[] }).atLoad)).toEqual(['Latchkey'])
})
