import { accounts } from '@latchkey/testkit/src/extensions/extension.ts'
import { toHex } from 'viem'
import { networkIds } from './support/server.ts'
import { connected, expect, nextReady, openConnected, request, stateOf, test } from './support/test.ts'

/* Users who press several times, wallets that change by themselves, pages that are reloaded. */

const status = (page: Parameters<typeof stateOf>[0]) => stateOf(page).then((state) => state.status)

test('behavior: two quick clicks on a wallet ask it once', { tag: '@once' }, async ({ page, hosts, install, dialog }) => {
  const extension = await install()
  extension.on('eth_requestAccounts', 'ask')
  await page.goto(hosts.url('meadow', 'script'))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.shows('Connect')
  await dialog.wallet('Harbor').dblclick()
  await expect.poll(() => extension.pending.length).toBe(1)
  extension.decide('approve')
  await connected(page)
  expect(extension.methods().filter((method) => method === 'eth_requestAccounts')).toHaveLength(1)
})

test('behavior: opened, closed and opened again at once, it is open and works', { tag: '@alike' }, async ({
  page,
  hosts,
  install,
  dialog,
}) => {
  await install()
  await page.goto(hosts.url('meadow', 'script'))
  const first = await page.evaluate(async () => {
    const { modal } = window.host
    const opening = modal.open()
    void modal.close()
    void modal.open()
    return opening
  })
  expect(first).toBeNull()
  await dialog.choose('Harbor')
  await connected(page)
})

test('behavior: a yes that comes after the user closed the dialog connects nothing', { tag: '@alike' }, async ({
  page,
  hosts,
  install,
  dialog,
}) => {
  const extension = await install()
  extension.on('eth_requestAccounts', 'ask')
  await page.goto(hosts.url('meadow', 'script'))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.choose('Harbor')
  await expect.poll(() => extension.pending.length).toBe(1)
  await dialog.button('Close').click()
  await dialog.closed()
  extension.decide('approve')
  // A whole round over the Bridge later, nothing has come of it.
  expect((await request(page, 'eth_blockNumber')).result).toMatch(/^0x/)
  expect(await status(page)).toBe('disconnected')
  expect((await request(page, 'eth_accounts')).result).toEqual([])
})

test('behavior: a wallet that locks disconnects the page, and its unlock brings it back', async ({ page, hosts, install }) => {
  const extension = await install()
  await openConnected(page, hosts.url('meadow', 'script'))
  await extension.lock()
  await expect.poll(() => status(page)).toBe('disconnected')
  await extension.unlock()
  await connected(page)
})

test('behavior: a page that comes back from the back-forward cache still signs', async ({ page, hosts, install }) => {
  await install()
  await openConnected(page, hosts.url('meadow', 'script'))
  await page.goto(hosts.url('brook', 'script'))
  await page.goBack()
  await connected(page)
  const { result } = await request(page, 'personal_sign', [toHex('Hello'), accounts[0].address])
  expect(result).toMatch(/^0x/)
})

test('behavior: a request of a wallet that is asked twice at once answers each caller', { tag: '@once' }, async ({
  page,
  hosts,
  install,
}) => {
  const extension = await install()
  await openConnected(page, hosts.url('meadow', 'script'))
  extension.on('personal_sign', 'ask')
  const both = Promise.all(['One', 'Two'].map((text) => request(page, 'personal_sign', [toHex(text), accounts[0].address])))
  await expect.poll(() => extension.pending.length).toBe(2)
  extension.decide({ code: 4001, message: 'No' })
  extension.decide('approve')
  // The wallet was asked for them in this order.
  expect(await both).toEqual([{ code: 4001, message: 'No' }, { result: expect.stringMatching(/^0x/) }])
})

test('behavior: the wallet changes account and network while no frame is there: the page hears it, and the frame too', async ({
  page,
  hosts,
  install,
}) => {
  const extension = await install()
  await openConnected(page, hosts.url('meadow', 'script'))
  const readyAgain = await nextReady(page)
  await page.evaluate(() => document.querySelector('iframe[data-latchkey="dialog"]')?.closest('dialog')?.remove())
  await extension.selectAccounts([accounts[1]])
  await extension.selectChain(31338)
  const follows = async () => {
    const state = await stateOf(page)
    return { address: state.accounts.eip155?.[0]?.address.toLowerCase(), network: state.selectedNetworkId }
  }
  const expected = { address: accounts[1].address.toLowerCase(), network: networkIds.second }
  await expect.poll(follows).toEqual(expected)
  await page.evaluate(() => window.host.modal.preload())
  await readyAgain()
  expect(await follows()).toEqual(expected)
})

test('behavior: on a dark page the closed and the open frame let the page shine through', { tag: '@once' }, async ({
  page,
  hosts,
  install,
  dialog,
}) => {
  await install()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(hosts.url('meadow', 'script'))
  await page.evaluate(() => {
    document.documentElement.style.colorScheme = 'dark'
    document.body.style.background = 'rgb(0, 128, 0)'
  })
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.shows('Connect')
  await expect(dialog.wallet('Harbor')).toBeVisible()
  // A corner of the picture: green under the veil, not an opaque frame's white or black.
  const shot = await page.screenshot({ clip: { x: 4, y: 700, width: 2, height: 2 } })
  const pixel = await page.evaluate(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())
    const canvas = new OffscreenCanvas(2, 2)
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])]
  }, shot.toString('base64'))
  expect(pixel[1]).toBeGreaterThan(20)
  expect(pixel[1]).toBeGreaterThan((pixel[0] ?? 0) + 15)
})

test('behavior: the gateway answers what a page reads with the chain’s own answer, and no more', { tag: '@once' }, async ({
  page,
  hosts,
}) => {
  await page.goto(hosts.url('meadow', 'script'))
  const { result } = await request(page, 'eth_getBalance', [accounts[2].address, 'latest'])
  expect(result).toMatch(/^0x[1-9a-f]/)
  expect(await request(page, 'eth_call', [{ to: accounts[2].address }, 'latest'])).toEqual({ result: '0x' })
  expect(await request(page, 'debug_traceTransaction', ['0x00'])).toMatchObject({ code: 4200 })
  expect(await request(page, 'constructor')).toMatchObject({ code: 4200 })
})
