import type { Page, Route } from '@playwright/test'
import { PNG } from 'pngjs'
import type { DialogDriver } from './support/dialog.ts'
import { newAddress } from './support/mail.ts'
import { answerProvider, newName, openProvider } from './support/social.ts'
import { connected, expect, test } from './support/test.ts'

/* The first view is drawn before the dialog's own code runs: it looks as it stays, and what is done with it counts. */

/** Holds back the dialog's own code, and what it would ask the directory, until it is told. */
async function holdDialog(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route: Route) => {
    await released
    await route.continue()
  })
  // Its count is no part of the first view.
  await page.route('**/getWallets?*', () => {})
  return release
}

/** Keeps a login at its first step, on the screen with the address, which a quick server would replace before it is seen. */
const holdLogin = (page: Page) => page.route('**/auth/v1/email/challenge', () => {})

const rowsIn = (page: Page) => page.frameLocator('iframe[data-latchkey="dialog"]').locator('main[data-view="Connect"] ul.list button')

// Recording a second try changes pixels, which are compared here.
test.use({ trace: 'off' })

/** React has taken the elements over. */
const takenOver = (page: Page) => expect.poll(() => page.evaluate(() => window.host.modal.getState().ready)).toBe(true)

function differingPixels(one: Buffer, other: Buffer): number {
  const [before, after] = [PNG.sync.read(one), PNG.sync.read(other)]
  if (before.width !== after.width || before.height !== after.height) return Number.POSITIVE_INFINITY
  let count = 0
  for (let at = 0; at < before.data.length; at += 4)
    if ([0, 1, 2].some((channel) => Math.abs((before.data[at + channel] ?? 0) - (after.data[at + channel] ?? 0)) > 8)) count += 1
  return count
}

const terms = 'https://example.com/terms'

/** `words`: that are to be read before the dialog's code is there. */
const looks = [
  { name: 'light, with an extension', options: {}, extension: true },
  { name: 'dark', options: { themeMode: 'dark' } },
  { name: 'a wallet used before, on a phone', options: {}, phone: true, recent: ['io.rabby'] },
  { name: 'in the page’s own colours', options: { themeVariables: { accent: '#0a7d38', bg: ['#f4fff8', '#06140c'] } } },
  {
    name: 'in the page’s own colours, dark',
    options: { themeMode: 'dark', themeVariables: { accent: '#0a7d38', bg: ['#f4fff8', '#06140c'] } },
  },
  { name: 'Arabic', options: { locale: 'ar' }, words: 'كل المحافظ' },
  {
    name: 'Arabic, dark, on a phone, with a wallet used before and a check box',
    options: { locale: 'ar', themeMode: 'dark', termsConditionsUrl: terms, privacyPolicyUrl: terms, features: { legalCheckbox: true } },
    phone: true,
    recent: ['io.rabby'],
    words: 'كل المحافظ',
  },
  { name: 'with terms', options: { termsConditionsUrl: terms, privacyPolicyUrl: terms }, words: 'By connecting' },
  {
    name: 'with a check box and the page’s own words',
    options: {
      privacyPolicyUrl: terms,
      disclaimer: { text: 'Own words', links: [{ label: 'More', url: terms }] },
      features: { legalCheckbox: true },
    },
    words: 'I accept the Privacy Policy',
  },
  { name: 'without logins', options: { features: { email: false, socials: false } } },
] as const
/** Every second one in every run: among them are light and dark, a phone, Arabic, the page's own colours and words. */
const compared = process.env.LATCHKEY_LONG ? looks : looks.filter((_, index) => index % 2 === 0)

test('behavior: the first view looks the same before and after the dialog takes it over @once', async ({
  context,
  hosts,
  install,
  server,
}, info) => {
  // Up to ten visits, each with two pictures.
  test.setTimeout(240_000)
  for (const [index, look] of compared.entries()) {
    const { name, options } = look
    if ('extension' in look) await install()
    const page = await context.newPage()
    if ('phone' in look) await page.setViewportSize({ width: 390, height: 780 })
    const site = `first${index}`
    const url = hosts.url(site, 'npm', { preload: 'none', ...options })
    if ('recent' in look)
      await page.addInitScript(
        ([key, value]) => {
          if (location.host.startsWith('dialog.')) localStorage.setItem(key, value)
        },
        [`latchkey:1:${server.projectId}:${new URL(url).origin}:recentWallets`, JSON.stringify(look.recent)] as const,
      )
    const release = await holdDialog(page)
    await page.goto(url)
    // Without a pointer: the button under one looks different until the browser notices that the dialog lies over it.
    await page.getByRole('button', { name: 'Connect wallet' }).dispatchEvent('click')
    await rowsIn(page).first().waitFor()
    const pictures = rowsIn(page).locator('img')
    // Complete is what has come; it is drawn once it is decoded.
    await pictures.evaluateAll((all) => Promise.all(all.map((img) => (img as HTMLImageElement).decode())))
    const words = await rowsIn(page).allInnerTexts()
    if ('words' in look) await expect(page.frameLocator('iframe[data-latchkey="dialog"]').locator('main')).toContainText(look.words)
    const first = await page.screenshot({ animations: 'disabled' })
    release()
    await takenOver(page)
    expect(await rowsIn(page).allInnerTexts(), name).toEqual(words)
    const second = await page.screenshot({ animations: 'disabled' })
    const differing = differingPixels(first, second)
    // What differs is seen in the report.
    if (differing > 0)
      for (const [when, body] of Object.entries({ before: first, after: second }))
        await info.attach(`${name}, ${when}`, { body, contentType: 'image/png' })
    expect(differing, name).toBe(0)
    await page.close()
  }
})

/** Wallets whose pictures are of all kinds, by name. */
const pictured = {
  Bare: {
    icon: `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"\nwidth="8" height="8"><path fill="#07f" d="M0 0h8v8H0z"/></svg>`,
    isDrawn: true,
  },
  Plain: { icon: 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E', isDrawn: true },
  Torn: { icon: 'data:image/png;base64,iVBORw0KGgo=', isDrawn: false },
  Void: { icon: 'data:image/svg+xml,', isDrawn: false },
  Nonsense: { icon: 'data:image/webp,nonsense', isDrawn: false },
} as const

test('behavior: a picture that failed before the dialog took the view over is the wallet’s letter @once', async ({
  page,
  hosts,
  install,
}) => {
  for (const [name, { icon }] of Object.entries(pictured)) await install({ info: { name, rdns: `example.${name.toLowerCase()}`, icon } })
  const release = await holdDialog(page)
  await page.goto(hosts.url('pictures', 'npm', { preload: 'none' }))
  await page.getByRole('button', { name: 'Connect wallet' }).dispatchEvent('click')
  const row = (name: string) => rowsIn(page).filter({ has: page.getByText(name, { exact: true }) })
  // Every picture has loaded or failed, and React has heard of none.
  for (const name of Object.keys(pictured))
    await expect
      .poll(() =>
        row(name)
          .locator('img')
          .evaluate((img) => (img as HTMLImageElement).complete),
      )
      .toBe(true)
  release()
  await takenOver(page)
  for (const [name, { isDrawn }] of Object.entries(pictured)) {
    await expect(row(name).locator('img'), name).toHaveCount(isDrawn ? 1 : 0)
    if (isDrawn)
      expect(
        await row(name)
          .locator('img')
          .evaluate((img) => (img as HTMLImageElement).naturalWidth),
        name,
      ).toBeGreaterThan(0)
    else await expect(row(name).locator('.w')).toHaveText(name.charAt(0))
  }
})

/** What the browser says has moved since a wallet's row was first on the screen, by element. */
async function watchShifts(page: Page): Promise<(dialog: DialogDriver) => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    if (!location.host.startsWith('dialog.')) return
    const shifted: string[] = []
    Object.assign(window, { shifted })
    let drawn = Number.POSITIVE_INFINITY
    const look = (now: number) => {
      // The frame itself is displayed in this one: what it had drawn before that had no place.
      if (document.querySelector('ul.list button')) drawn = now
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    type Shift = PerformanceEntry & { readonly sources: readonly { readonly node?: Element }[] }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[])
        if (entry.startTime > drawn) shifted.push(...entry.sources.map(({ node }) => `${node?.nodeName} ${node?.textContent}`))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return (dialog) => dialog.frame.locator('html').evaluate(() => (window as unknown as { shifted: string[] }).shifted)
}

test('behavior: nothing in the first view moves once it is drawn, whatever comes behind it @once', async ({ page, hosts, dialog }) => {
  const shifted = await watchShifts(page)
  const release = await holdDialog(page)
  await page.unroute('**/getWallets?*')
  await page.goto(hosts.url('still', 'npm', { preload: 'none' }))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await rowsIn(page).first().waitFor()
  release()
  await takenOver(page)
  await expect(dialog.wallet('All wallets')).toContainText('+')
  // Drawn, and seen by the observer, two frames later.
  await dialog.frame.locator('html').evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await shifted(dialog)).toEqual([])
  // The observer sees what moves.
  await dialog.frame
    .locator('ul.list')
    .evaluate((list) => list.before(Object.assign(document.createElement('p'), { style: 'height: 40px' })))
  await expect.poll(async () => (await shifted(dialog)).length).toBeGreaterThan(0)
})

test('behavior: what is typed and pressed before the dialog runs is carried out when it does @once', async ({ page, hosts, dialog }) => {
  const release = await holdDialog(page)
  await holdLogin(page)
  await page.goto(hosts.url('early', 'npm', { preload: 'none' }))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.frame.locator('input[type="email"]').fill('ada@example.com')
  await dialog.button('Continue with email').click()
  await dialog.shows('Connect')
  release()
  await dialog.shows('EmailLogin')
  await expect(dialog.frame.getByRole('textbox', { name: 'Email' })).toHaveValue('ada@example.com')
})

/** What has happened to the dialog while somebody types into its first view. Each comes later than the one before. */
const moments = ['drawn', 'taken over', 'told the options', 'opened', 'told the directory', 'told of a wallet'] as const
type Moment = (typeof moments)[number]

/** Holds everything that happens to the first view, to let it happen one by one. */
async function holdMoments(page: Page, dialog: DialogDriver, announce: () => Promise<void>) {
  const release = await holdDialog(page)
  await holdLogin(page)
  // The frame hears nothing of the page but what is let through; an opening is a message of its own.
  await page.addInitScript(() => {
    if (!location.host.startsWith('dialog.')) return
    const held: [string, () => void][] = []
    let passes = (_said: string) => false
    const add = MessagePort.prototype.addEventListener
    MessagePort.prototype.addEventListener = function (this: MessagePort, type: string, listener: never) {
      const hear = listener as (event: Event) => void
      const wait = (event: Event) => {
        const said = JSON.stringify((event as MessageEvent).data)
        if (passes(said)) hear.call(this, event)
        else held.push([said, () => hear.call(this, event)])
      }
      add.call(this, type, type === 'message' ? wait : listener)
    }
    Object.assign(window, {
      letPass(all: boolean) {
        passes = (said) => all || !said.includes('"open"')
        for (const entry of held.splice(0)) passes(entry[0]) ? entry[1]() : held.push(entry)
      },
    })
  })
  const letPass = (all: boolean) =>
    dialog.frame.locator('html').evaluate((_html, every) => (window as unknown as { letPass: (all: boolean) => void }).letPass(every), all)
  let askedFor: Route | undefined
  await page.unroute('**/getWallets?*')
  await page.route('**/getWallets?*', (route) => {
    askedFor ??= route
  })
  const email = dialog.frame.locator('input[type="email"]')
  const happen: Readonly<Record<Moment, () => Promise<void>>> = {
    drawn: () => email.waitFor(),
    async 'taken over'() {
      release()
      await expect.poll(() => email.evaluate((input) => Object.keys(input).some((key) => key.startsWith('__react')))).toBe(true)
    },
    async 'told the options'() {
      await letPass(false)
      await takenOver(page)
    },
    async opened() {
      await letPass(true)
      await expect.poll(() => askedFor !== undefined).toBe(true)
    },
    async 'told the directory'() {
      await askedFor?.continue()
      await expect(dialog.wallet('All wallets')).toContainText('+')
    },
    async 'told of a wallet'() {
      await announce()
      await expect(dialog.wallet('Harbor')).toBeVisible()
    },
  }
  return { happen, email }
}

const address = 'grace.hopper@example.com'

for (const pressed of moments)
  test(`behavior: what is typed key by key until the first view is ${pressed}, and Enter then, is carried out @once`, async ({
    page,
    hosts,
    dialog,
    install,
  }) => {
    const extension = await install({ announces: 'late' })
    const { happen, email } = await holdMoments(page, dialog, () => extension.announce())
    await page.goto(hosts.url('typed', 'npm', { preload: 'none' }))
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    const last = moments.indexOf(pressed)
    const size = Math.ceil(address.length / (last + 1))
    for (const [index, moment] of moments.entries()) {
      // Enter leads to the next view once it is open.
      if (index > last && index > moments.indexOf('opened')) break
      await happen[moment]()
      if (index > last) continue
      if (index === 0) await email.click()
      // By the keys alone, wherever they go: nobody clicks into the field again. One piece is pasted.
      const piece = address.slice(index * size, (index + 1) * size)
      if (index === 1) await page.keyboard.insertText(piece)
      else await page.keyboard.type(piece)
      await expect(email).toHaveValue(address.slice(0, (index + 1) * size))
      if (index === last) await page.keyboard.press('Enter')
    }
    await dialog.shows('EmailLogin')
    await expect(dialog.frame.getByRole('textbox', { name: 'Email' })).toHaveValue(address)
  })

test('behavior: an address is typed and sent while a view that the dialog draws by itself is opened @once', async ({
  page,
  hosts,
  dialog,
  install,
}) => {
  const extension = await install({ announces: 'late' })
  const { happen, email } = await holdMoments(page, dialog, () => extension.announce())
  await page.goto(hosts.url('typed', 'npm', { preload: 'none', messages: { en: { 'common.verified': 'known' } } }))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.frame.locator('#root').waitFor({ state: 'attached' })
  const drawn = happen['taken over']()
  await happen['told the options']()
  await drawn
  await email.click()
  await page.keyboard.type(address)
  await page.keyboard.press('Enter')
  await dialog.shows('Connect')
  await happen.opened()
  await dialog.shows('EmailLogin')
  await expect(dialog.frame.getByRole('textbox', { name: 'Email' })).toHaveValue(address)
})

test('behavior: a composition goes on while the first view is taken over and opened @once', async ({ page, hosts, dialog, install }) => {
  const extension = await install({ announces: 'late' })
  const { happen, email } = await holdMoments(page, dialog, () => extension.announce())
  await page.goto(hosts.url('composed', 'npm', { preload: 'none' }))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await happen.drawn()
  await email.click()
  const keys = await page.context().newCDPSession(page)
  const compose = (text: string) => keys.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await compose('gra')
  await happen['taken over']()
  await compose('grac')
  await happen['told the options']()
  await happen.opened()
  await compose('grace')
  await keys.send('Input.insertText', { text: 'grace' })
  await page.keyboard.type('@example.com')
  await expect(email).toHaveValue('grace@example.com')
  await page.keyboard.press('Enter')
  await dialog.shows('EmailLogin')
  await expect(dialog.frame.getByRole('textbox', { name: 'Email' })).toHaveValue('grace@example.com')
})

test('behavior: what was typed stays where something else has changed the first view @once', async ({
  page,
  hosts,
  dialog,
  install,
  expectProblems,
}) => {
  // React says that it has drawn it anew.
  expectProblems(
    'uncaught: Minified React error #418; visit https://react.dev/errors/418?args[]=HTML&args[]= for the full message or use the non-minified dev environment for full errors and additional helpful warnings.',
  )
  const extension = await install({ announces: 'late' })
  const { happen, email } = await holdMoments(page, dialog, () => extension.announce())
  await page.goto(hosts.url('changed', 'npm', { preload: 'none' }))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await happen.drawn()
  await email.click()
  await page.keyboard.type('grace')
  // As password managers do.
  await email.evaluate((input) => input.before(document.createElement('button')))
  await happen['taken over']()
  await page.keyboard.type('@example.com')
  await page.keyboard.press('Enter')
  await happen['told the options']()
  await happen.opened()
  await dialog.shows('EmailLogin')
  await expect(dialog.frame.getByRole('textbox', { name: 'Email' })).toHaveValue('grace@example.com')
})

/** The style sheets of the view of all wallets. */
const listStyles = (dialog: DialogDriver) =>
  dialog.main.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][href*="AllWallets"]')].map(({ sheet }) =>
      sheet ? 'applied' : 'lost',
    ),
  )

test('behavior: a part of the dialog whose connection breaks is fetched again @once', async ({ page, hosts, dialog, expectProblems }) => {
  expectProblems('error: Failed to load resource: net::ERR_CONNECTION_RESET')
  const asked = new Map<string, number>()
  // Each script is asked for ahead of time, and when it is needed.
  await page.route(/\/assets\/((index|AllWallets)-[^/]+\.js|AllWallets-[^/]+\.css)$/, (route: Route) => {
    const url = route.request().url()
    asked.set(url, (asked.get(url) ?? 0) + 1)
    return (asked.get(url) ?? 0) > 2 ? route.continue() : route.abort('connectionreset')
  })
  await page.goto(hosts.url('broken', 'npm', { preload: 'none' }))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.choose('All wallets')
  await expect(dialog.main.locator('.search-bar')).toBeVisible()
  expect([...asked.values()].map((times) => times > 2)).toEqual([true, true, true])
  expect(await listStyles(dialog)).toEqual(['applied'])
})

test('behavior: a view whose style sheet stays lost says so, and tries again when it is asked to @once', async ({
  page,
  hosts,
  dialog,
  expectProblems,
}) => {
  expectProblems('error: Failed to load resource: net::ERR_CONNECTION_RESET')
  // Found again by the press alone: what is fetched ahead of it stays lost.
  const isPressed = () => dialog.main.evaluate(() => document.documentElement.dataset.pressed === 'yes')
  await page.route(/\/assets\/AllWallets-[^/]+\.css$/, async (route) =>
    (await isPressed()) ? route.continue() : route.abort('connectionreset'),
  )
  await page.goto(hosts.url('broken', 'npm', { preload: 'none' }))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.choose('All wallets')
  await expect(dialog.main.locator('h2', { hasText: 'Couldn’t load this part' })).toBeVisible()
  await dialog.main.evaluate(() =>
    addEventListener('click', () => Object.assign(document.documentElement.dataset, { pressed: 'yes' }), { capture: true, once: true }),
  )
  await dialog.button('Try again').click()
  // The view has its name while it is on its way, too.
  await expect(dialog.main.locator('.search-bar')).toBeVisible()
  expect(await listStyles(dialog)).toEqual(['applied'])
})

test('behavior: the dialog’s own script and style sheet that are lost on the way are fetched again @once', async ({
  page,
  hosts,
  dialog,
  expectProblems,
}) => {
  expectProblems('error: Failed to load resource: net::ERR_CONNECTION_RESET')
  const asked = new Map<string, number>()
  await page.route(/\/assets\/(first-[^/]+\.js|shell-[^/]+\.css)$/, (route) => {
    const url = route.request().url()
    const times = (asked.get(url) ?? 0) + 1
    asked.set(url, times)
    // A script is asked for ahead of time, and when it is needed.
    return times > (url.endsWith('.js') ? 2 : 1) ? route.continue() : route.abort('connectionreset')
  })
  await page.goto(hosts.url('blank', 'npm', { preload: 'none' }))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.shows('Connect')
  await takenOver(page)
  expect(asked.size).toBe(2)
  const isStyled = () =>
    dialog.main.evaluate(() => [...document.querySelectorAll('link[rel=stylesheet]')].every((link) => (link as HTMLLinkElement).sheet))
  await expect.poll(isStyled).toBe(true)
})

test('behavior: a login’s window whose last page loses its script fetches it again @once', async ({
  page,
  context,
  hosts,
  expectProblems,
}) => {
  expectProblems('error: Failed to load resource: net::ERR_CONNECTION_RESET')
  await page.goto(hosts.url('window', 'npm'))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  const popup = await openProvider(page, 'Google')
  await popup.getByLabel('Name').waitFor()
  let lost = 0
  await context.route(/\/\/secure\.[^/]+\/assets\/index-[^/]+\.js$/, (route) => {
    if (route.request().frame().page() !== popup || lost === 2) return route.continue()
    lost += 1
    return route.abort('connectionreset')
  })
  await answerProvider(popup, newName())
  await connected(page)
  expect(lost).toBe(2)
})

test('behavior: the secure frame whose script is lost on the way is loaded again @once', async ({
  page,
  hosts,
  dialog,
  expectProblems,
}) => {
  expectProblems('error: Failed to load resource: net::ERR_CONNECTION_RESET')
  let asked = 0
  await page.route(/\/\/secure\.[^/]+\/assets\/index-[^/]+\.js$/, (route) => {
    asked += 1
    return asked > 1 ? route.continue() : route.abort('connectionreset')
  })
  await page.goto(hosts.url('lost', 'npm'))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.frame.getByRole('textbox', { name: 'Email' }).fill(newAddress())
  await dialog.frame.getByRole('textbox', { name: 'Email' }).press('Enter')
  await expect(dialog.frame.locator('.pick b')).toBeVisible({ timeout: 30_000 })
  expect(asked).toBeGreaterThan(1)
})

test('behavior: a visitor who saves data gets the script alone until they reach for the dialog @once', async ({ page, hosts, server }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(hosts.url('thrifty', 'script'))
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await page.waitForLoadState('networkidle')
  const own = new URL(page.url()).origin
  expect(asked.filter((url) => !url.startsWith(own) && !url.startsWith('data:'))).toEqual([server.sdk])
})
