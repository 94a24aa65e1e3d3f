import { accounts } from '@latchkey/testkit/src/extensions/extension.ts'
import { toHex } from 'viem'
import { connected, expect, nextReady, openConnected, request, stateOf, test } from './support/test.ts'

// As most people see it.
test.use({ reducedMotion: 'no-preference' })

/* A frame that goes away, never comes, or may not come: the specified error, and then a try that works. */

/** The outcome of `open()`: a session's address, null, or the error. */
const open = (page: Parameters<typeof request>[0]) =>
  page.evaluate(() =>
    window.host.modal.open().then(
      (session) => ({ address: session?.address ?? null }),
      ({ code, message, data }: { code: number; message: string; data?: unknown }) => ({ code, message, data }),
    ),
  )

/** The server's answer to the document of a dialog that this page may not have. */
const forbidden = 'error: Failed to load resource: the server responded with a status of 403 (Forbidden)'
const frameOf = 'iframe[data-latchkey="dialog"]'

test('error: a frame that reloads rejects what was pending with 4900 within a second; the next try works', async ({
  page,
  hosts,
  install,
  dialog,
}) => {
  await install()
  await page.goto(hosts.url('meadow', 'script'))
  const pending = open(page)
  await dialog.shows('Connect')
  // Its first view is drawn before it has heard of the opening, which a reload would not lose then.
  await expect.poll(() => stateOf(page).then(({ ready }) => ready)).toBe(true)
  const started = Date.now()
  await page.locator(frameOf).evaluate((frame: HTMLIFrameElement) => {
    frame.src = `${frame.src}`
  })
  expect(await pending).toMatchObject({ code: 4900 })
  expect(Date.now() - started).toBeLessThan(5_000)

  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.choose('Harbor')
  await connected(page)
})

test('behavior: a frame that reloads while connected comes back connected and still signs', async ({ page, hosts, install }) => {
  await install()
  await openConnected(page, hosts.url('meadow', 'script'))
  const before = await page.evaluate(() => window.host.transitions.length)
  const readyAgain = await nextReady(page)
  await page.locator(frameOf).evaluate((frame: HTMLIFrameElement) => {
    frame.src = `${frame.src}`
  })
  await readyAgain()
  await connected(page)
  const { result } = await request(page, 'personal_sign', [toHex('Hello'), accounts[0].address])
  expect(result).toMatch(/^0x[0-9a-f]{130}$/)
  expect(await page.evaluate((from) => window.host.transitions.slice(from), before)).not.toContain('disconnected')
})

test('behavior: a frame that the page removes is rebuilt at the next call', async ({ page, hosts, install, dialog }) => {
  await install()
  await openConnected(page, hosts.url('meadow', 'script'))
  await page.evaluate((selector) => {
    let node: Element | null = document.querySelector(selector)
    while (node && node.parentElement !== document.body && node.parentElement !== document.documentElement) node = node.parentElement
    node?.remove()
  }, frameOf)
  await expect(page.locator(frameOf)).toHaveCount(0)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.shows('Account')
  await connected(page)
  const { result } = await request(page, 'personal_sign', [toHex('Hello'), accounts[0].address])
  expect(result).toMatch(/^0x/)
})

test('behavior: a page that wipes its body while the dialog is open gets it back', async ({ page, hosts, install, dialog }) => {
  await install()
  await page.goto(hosts.url('meadow', 'script'))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.shows('Connect')
  await page.evaluate(() => document.body.replaceChildren(document.createElement('main')))
  await page.evaluate(() => void window.host.modal.open())
  await dialog.choose('Harbor')
  await connected(page)
})

test('error: a frame that never answers is 4900 iframe_load_failed after 20 s; a retry works without a reload', async ({
  page,
  hosts,
  install,
  dialog,
  server,
  lines,
}) => {
  await install()
  await page.clock.install()
  const hang = `${server.dialog}/?*`
  await page.route(hang, () => undefined)
  await page.goto(hosts.url('meadow', 'script'))
  const opening = open(page)
  await expect(page.locator(frameOf)).toHaveCount(1)
  await page.clock.fastForward(21_000)
  expect(await opening).toEqual({
    code: 4900,
    message: expect.stringContaining('iframe_load_failed'),
    data: { reason: 'iframe_load_failed' },
  })
  await expect.poll(() => lines).toEqual([expect.stringContaining(`${server.dialog} did not answer.`)])
  await page.unroute(hang)
  await page.clock.resume()
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.choose('Harbor')
  await connected(page)
})

test('error: a server that is down is 4900 iframe_load_failed', async ({ page, hosts, server, lines }) => {
  await page.clock.install()
  await page.route(`${server.dialog}/?*`, (route) => route.abort('connectionrefused'))
  await page.goto(hosts.url('meadow', 'script'))
  const opening = open(page)
  await expect(page.locator(frameOf)).toHaveCount(1)
  await page.clock.fastForward(21_000)
  expect(await opening).toMatchObject({ code: 4900, data: { reason: 'iframe_load_failed' } })
  await expect.poll(() => lines).toEqual([expect.stringContaining('sent is not the dialog')])
})

test('error: an origin that is not on the list is refused at once, with the specified words', async ({
  page,
  hosts,
  server,
  install,
  lines,
  expectProblems,
}) => {
  expectProblems(forbidden)
  await install()
  await page.goto(hosts.url('meadow', 'script', { projectId: server.projects.listed }))
  expect(await open(page)).toMatchObject({ code: 4100, message: 'Origin Not Allowed' })
  // It does not hang the second time either.
  expect(await open(page)).toMatchObject({ code: 4100, message: 'Origin Not Allowed' })
  await expect.poll(() => lines).toEqual([expect.stringContaining(`${hosts.origin('meadow')} is not on the list of project`)])
})

test('behavior: an origin that is on the list is let in, wildcards included', async ({ page, hosts, server, install, dialog }) => {
  await install()
  for (const label of ['listed', 'shop.wild']) {
    await page.goto(hosts.url(label, 'script', { projectId: server.projects.listed }))
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await dialog.shows('Connect')
  }
})

test('error: a wildcard is one label, not two and not none', { tag: '@once' }, async ({ page, hosts, server, lines, expectProblems }) => {
  expectProblems(forbidden)
  for (const label of ['wild', 'a.b.wild']) {
    await page.goto(hosts.url(label, 'script', { projectId: server.projects.listed }))
    expect(await open(page)).toMatchObject({ code: 4100, message: 'Origin Not Allowed' })
    await expect.poll(() => lines.at(-1)).toContain(`${hosts.origin(label)} is not on the list of project`)
  }
})

test('error: unknown and missing projects say what is wrong', { tag: '@once' }, async ({ page, hosts, lines, expectProblems }) => {
  expectProblems(forbidden)
  await page.goto(hosts.url('meadow', 'script', { projectId: 'nobody-knows-it' }))
  expect(await open(page)).toMatchObject({ code: 4100, message: 'Invalid Project ID' })
  await expect.poll(() => lines.at(-1)).toContain('the server has no project "nobody-knows-it"')
  await page.goto(hosts.url('meadow', 'script', { projectId: '' }))
  expect(await open(page)).toMatchObject({ code: 4100, message: 'Project ID Not Configured' })
  await expect.poll(() => lines.at(-1)).toContain('Project ID Not Configured')
})

test('behavior: while the frame cannot load, a connected page still signs with its own wallet', async ({
  page,
  hosts,
  install,
  server,
}) => {
  const extension = await install()
  await openConnected(page, hosts.url('meadow', 'script'))
  await page.route(`${server.dialog}/?*`, (route) => route.abort('connectionrefused'))
  await page.locator(frameOf).evaluate((frame: HTMLIFrameElement) => {
    frame.src = `${frame.src}`
  })
  const { result } = await request(page, 'personal_sign', [toHex('Hello'), accounts[0].address])
  expect(result).toMatch(/^0x/)
  expect(extension.methods()).toContain('personal_sign')
})
