import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { accounts } from '@latchkey/testkit/src/extensions/extension.ts'
import { recoverMessageAddress, toHex } from 'viem'
import { dialogOf } from './support/dialog.ts'
import type { HostPage } from './support/hosts.ts'
import { networkIds } from './support/server.ts'
import { connected, expect, openConnected, request, stateOf, test } from './support/test.ts'

// As most people see it.
test.use({ reducedMotion: 'no-preference' })

/* Any page may embed the dialog, in any of the ways that pages are made, without being prepared for it. */

const pages: readonly (readonly [name: string, label: string, page: HostPage])[] = [
  ['a script tag on an origin that nobody prepared', 'meadow', 'script'],
  ['createModal from the npm package, bundled', 'brook', 'npm'],
  ['a React component inside a shadow root', 'grove', 'shadow'],
  ['a page with the strictest policy and Trusted Types', 'fortress', 'strict'],
  ['a page that is cross-origin isolated', 'island', 'isolated'],
]

for (const [name, label, kind] of pages)
  test(`behavior: ${name} does the whole job`, async ({ page, hosts, install, problems }) => {
    const extension = await install()
    await openConnected(page, hosts.url(label, kind))
    expect(await page.evaluate(() => [document.body.style.length, document.documentElement.style.length])).toEqual([0, 0])
    expect(await page.locator('style').count()).toBe(0)

    const message = toHex('Hello')
    const { result } = await request(page, 'personal_sign', [message, accounts[0].address])
    expect(await recoverMessageAddress({ message: { raw: message }, signature: result as `0x${string}` })).toBe(accounts[0].address)
    const sent = await request(page, 'eth_sendTransaction', [{ from: accounts[0].address, to: accounts[1].address, value: '0x1' }])
    await expect.poll(async () => (await request(page, 'eth_getTransactionReceipt', [sent.result])).result).toMatchObject({ status: '0x1' })

    await page.evaluate((id) => window.host.modal.switchNetwork(id), networkIds.second)
    expect(extension.chainId()).toBe(31338)
    expect((await stateOf(page)).selectedNetworkId).toBe(networkIds.second)

    await page.reload()
    await connected(page)
    await page.evaluate(() => window.host.modal.disconnect())
    expect((await stateOf(page)).status).toBe('disconnected')
    expect((await request(page, 'eth_accounts')).result).toEqual([])
    expect(problems).toEqual([])
  })

test('behavior: opens above a modal dialog of the page, and gives the focus back', { tag: '@once' }, async ({
  page,
  hosts,
  install,
  dialog,
}) => {
  await install()
  await page.goto(hosts.url('meadow', 'modal'))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.shows('Connect')
  await dialog.button('Close').click()
  await dialog.closed()
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeFocused()
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.choose('Harbor')
  await connected(page)
})

test('behavior: imported while a server renders, it does nothing and says it is disconnected', { tag: '@once' }, async ({ server }) => {
  const code = `
    const { createModal } = await import('@latchkey/sdk')
    const modal = createModal({ projectId: '${server.projectId}', dialogUrl: '${server.dialog}' })
    console.log(JSON.stringify({ status: modal.getState().status, off: typeof modal.subscribe(() => {}) }))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
  })
  expect(JSON.parse(stdout)).toEqual({ status: 'disconnected', off: 'function' })
})

test('behavior: the same project twice is one instance; another project is another, with a connection of its own', async ({
  page,
  hosts,
  install,
}) => {
  await install()
  await install({ info: { name: 'Fable', rdns: 'example.fable' } })
  await page.goto(hosts.url('listed', 'instances'))
  expect(await page.evaluate(() => window.host.modal === window.instances.again)).toBe(true)
  expect(await page.evaluate(() => window.host.modal === (window.instances.other as unknown))).toBe(false)

  await page.evaluate(() => void window.host.modal.open())
  await dialogOf(page).choose('Harbor')
  await connected(page)
  await dialogOf(page).closed()
  expect(await page.evaluate(() => window.instances.other.getState().status)).toBe('disconnected')

  await page.evaluate(() => void window.instances.other.open())
  await dialogOf(page, 1).choose('Fable')
  await expect.poll(() => page.evaluate(() => window.instances.other.getState().status)).toBe('connected')
  await page.evaluate(() => window.instances.other.disconnect())
  expect(await stateOf(page)).toMatchObject({ status: 'connected', wallet: { name: 'Harbor' } })
  await expect(page.locator('iframe[data-latchkey="dialog"]')).toHaveCount(2)
})

test('behavior: only the first instance announces itself', { tag: '@once' }, async ({ page, hosts }) => {
  await page.goto(hosts.url('listed', 'instances'))
  const names = await page.evaluate(() => {
    const found: string[] = []
    window.addEventListener('eip6963:announceProvider', (event) => found.push((event as CustomEvent).detail.info.rdns))
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    return found
  })
  expect(names).toHaveLength(1)
})

test('behavior: calls made before the script has run are kept by the stub', async ({ page, hosts, install, dialog }) => {
  await install()
  await page.goto(hosts.url('meadow', 'stub'))
  await dialog.choose('Harbor')
  expect(await page.evaluate(async () => await (window as unknown as { early: Promise<unknown> }).early)).toMatchObject({
    namespace: 'eip155',
  })
})

test('behavior: a wheel over the dialog leaves the page behind it where it is, and over its own place scrolls the page', async ({
  page,
  hosts,
  dialog,
}) => {
  await page.goto(hosts.url('meadow', 'script'))
  const scrolled = () => page.evaluate(() => scrollY)
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('div'), { id: 'place' }))
    document.body.style.minHeight = '4000px'
    scrollTo(0, 40)
  })
  await page.evaluate(() => void window.host.modal.open())
  await dialog.shows('Connect')
  for (const [x, y] of [
    [20, 20],
    [640, 360],
  ] as const) {
    await page.mouse.move(x, y)
    await page.mouse.wheel(0, 300)
    // Long enough for a scroll to be seen.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
    expect(await scrolled()).toBe(40)
  }
  await page.keyboard.press('Escape')
  await dialog.closed()
  await page.mouse.wheel(0, 300)
  await expect.poll(scrolled).toBe(340)
  await page.evaluate(() => {
    scrollTo(0, 0)
    void window.host.modal.open({ container: '#place' })
  })
  await dialog.shows('Connect')
  await page.locator('#place > iframe').hover()
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 200)
      return scrolled()
    })
    .toBeGreaterThan(0)
})
