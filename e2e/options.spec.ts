import { fileURLToPath } from 'node:url'
import { startOwnServer } from './support/ownServer.ts'
import { expect, openConnect, stateOf, test } from './support/test.ts'

/* Options whose effect needs a browser, and a server that an operator has set up for them. */

const fontOrigin = 'https://fonts.meadow.example'
const fontFile = fileURLToPath(new URL('../node_modules/@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2', import.meta.url))
const font = (name: string) => ({ family: 'Meadow', url: `${fontOrigin}/${name}.woff2` })

test('behavior: the page’s font, a phone’s whole screen, and another way in for a time zone; all of it can change at run time', {
  tag: '@once',
}, async ({ browser, server, hosts, expectProblems }) => {
  test.setTimeout(180_000)
  const own = await startOwnServer(server, undefined, (port) => ({
    config: { restricted: { api: `http://elsewhere.localhost:${port}` } },
    project: { fontOrigins: [fontOrigin] },
  }))
  const ignored = `The web font https://stranger.example/font.woff2 is ignored: its origin is not among the project's fontOrigins. See ${own.dialog}/docs/options#webFonts`
  expectProblems(`warning: [latchkey] ${ignored}`)
  const context = await browser.newContext({ timezoneId: 'Asia/Shanghai', viewport: { width: 390, height: 800 }, hasTouch: true })
  try {
    const page = await context.newPage()
    const warnings: string[] = []
    page.on('console', (message) => warnings.push(message.text()))
    const fonts: string[] = []
    await context.route(`${fontOrigin}/**`, (route) => {
      fonts.push(route.request().url())
      return route.fulfill({ path: fontFile, contentType: 'font/woff2', headers: { 'access-control-allow-origin': '*' } })
    })
    const apis = new Set<string>()
    page.on('request', (request) => {
      const { origin, hostname } = new URL(request.url())
      if (/^(api|elsewhere)\./.test(hostname)) apis.add(origin)
    })
    const options = {
      dialogUrl: own.dialog,
      projectId: own.projectId,
      webFonts: [font('first'), { family: 'Stranger', url: 'https://stranger.example/font.woff2' }],
      enableMobileFullScreen: true,
    }
    await page.goto(hosts.url('options', 'npm', options))
    void page.evaluate(() => void window.host.modal.open())
    const frame = page.frameLocator('iframe[data-latchkey="dialog"]')
    const content = frame.locator('.card .content')
    await expect(frame.locator('main[data-view="Connect"]')).toBeVisible()
    await expect.poll(() => content.boundingBox().then((box) => Math.round(box?.height ?? 0))).toBe(800)
    // The policy lets the registered origin through; the other is not even asked.
    await expect.poll(() => fonts).toEqual([font('first').url])
    const loaded = () => frame.locator('body').evaluate(() => [...document.fonts].map(({ family, status }) => `${family} ${status}`))
    await expect.poll(loaded).toEqual(['Meadow loaded'])
    await expect.poll(() => warnings.filter((line) => line.includes(ignored))).toHaveLength(1)
    await expect.poll(() => [...apis]).toEqual([own.api.replace('//api.', '//elsewhere.')])

    await page.evaluate((more) => window.host.modal.setOptions(more), {
      webFonts: [font('second')],
      enableMobileFullScreen: false,
      disclaimer: { text: 'Not for residents of Atlantis.' },
    })
    await expect(frame.getByText('Not for residents of Atlantis.')).toBeVisible()
    await expect.poll(() => fonts).toEqual([font('first').url, font('second').url])
    await expect.poll(() => content.boundingBox().then((box) => Math.round(box?.height ?? 0))).toBeLessThan(790)
  } finally {
    await context.close()
    await own.close()
  }
})

test('error: a view, a chain family and a method that there are not are refused with the name of what was expected', {
  tag: '@once',
}, async ({ page, server, hosts, install, dialog, expectProblems }) => {
  expectProblems(
    `warning: [latchkey] open({ view }) cannot be "Garden". See ${server.dialog}/docs/embed#open`,
    `warning: [latchkey] open({ namespace }) cannot be "near": it takes eip155, solana, polkadot, bip122, cosmos. See ${server.dialog}/docs/families`,
  )
  await install()
  await openConnect(page, hosts.url('names', 'npm'))
  await dialog.choose('Harbor')
  await expect.poll(() => stateOf(page).then(({ status }) => status)).toBe('connected')
  const refusals = await page.evaluate(async () => {
    // A page without types writes what it likes.
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const modal = window.host.modal as any
    const caught = async (run: () => Promise<unknown>) => {
      try {
        return await run()
      } catch (error) {
        const { code, message, data } = error as { code: number; message: string; data?: unknown }
        return { code, message, data }
      }
    }
    return [
      await caught(() => modal.open({ view: 'Garden' })),
      await caught(() => modal.open({ namespace: 'near' })),
      await caught(() => modal.disconnect('near')),
      await caught(() => modal.provider('near').request({ method: 'near_accounts' })),
      await caught(() => modal.switchNetwork('ethereum')),
      await caught(() => modal.provider('bip122').request({ method: 'makeCoffee' })),
    ]
  })
  const families = 'eip155, solana, polkadot, bip122, cosmos'
  expect(refusals).toMatchObject([
    { code: -32602, message: expect.stringMatching(/^view: .*expected Connect, AllWallets, Account, /) },
    { code: -32602, message: `namespace: Invalid input, expected ${families}` },
    { code: -32602, message: `namespace: "near" is not one of ${families}` },
    { code: -32602, message: `namespace: "near" is not one of ${families}` },
    { code: -32602, message: 'networkId: Invalid CAIP-2 network id' },
    {
      code: 4200,
      message: 'Requested RPC call is not allowed',
      data: { method: 'makeCoffee', expected: expect.arrayContaining(['signPsbt']) },
    },
  ])
  // Nobody was disconnected by a name that is none.
  expect((await stateOf(page)).status).toBe('connected')
})
