import type { BrowserContext, Page } from '@playwright/test'
import { dialogOf } from './support/dialog.ts'
import { connectPhone, openCode, test, timeout } from './support/phone.ts'
import { networkIds } from './support/server.ts'
import { connected, expect, request, stateOf } from './support/test.ts'

/* Two tabs of one site, one wallet on another device. Where the browser keeps something they share one client; elsewhere each has its own. */

test.setTimeout(150_000)

const statusOf = (page: Page) => stateOf(page).then(({ status }) => status)
const walletOf = (page: Page) => stateOf(page).then(({ wallet }) => wallet?.name ?? null)
const addressOf = (page: Page) => stateOf(page).then(({ accounts }) => accounts.eip155?.[0]?.address ?? null)

/** Websockets to the relay that are open in a page. */
function relaySockets(page: Page): () => number {
  let open = 0
  // A page that goes takes its sockets along, unheard.
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) open = 0
  })
  page.on('websocket', (socket) => {
    if (!socket.url().includes('/relay')) return
    open += 1
    socket.on('close', () => {
      open -= 1
    })
  })
  return () => open
}

async function openTab(context: BrowserContext, url: string) {
  const page = await context.newPage()
  const sockets = relaySockets(page)
  await page.goto(url)
  return { page, dialog: dialogOf(page), sockets }
}

test('tabs of a site share one wallet without fighting over it', async ({ context, hosts, startPhone }, info) => {
  const phone = await startPhone()
  const url = hosts.url('phone-shared', 'script')
  const one = await openTab(context, url)
  await connectPhone(one.page, one.dialog, phone)
  const address = phone.address(networkIds.first) ?? ''
  const other = await openTab(context, url)

  if (info.project.name === 'denied') {
    // Each page has a client of its own, and says that it is for the page's life.
    await expect.poll(() => statusOf(other.page), timeout).toBe('disconnected')
    await openCode(other.page, other.dialog)
    await expect(other.dialog.text('This browser keeps nothing for this site.')).toBeVisible()
    expect(other.sockets()).toBe(1)
    // The other page's connection is its own business.
    expect(await statusOf(one.page)).toBe('connected')
    expect(await request(one.page, 'personal_sign', ['0x01', address])).toHaveProperty('result')
    return
  }

  await connected(other.page)
  expect(await walletOf(other.page)).toBe('Phone wallet')
  expect(await request(other.page, 'personal_sign', ['0x01', address])).toHaveProperty('result')
  expect([one.sockets(), other.sockets()]).toEqual([1, 0])

  // Another wallet, paired in the tab without a client.
  const second = await startPhone({ name: 'Second phone' })
  const link = await other.page.evaluate(() => {
    const opened = window.host.modal.open({ view: 'ConnectingWalletConnectBasic' })
    return new Promise<string>((resolve) => opened.on('uri', resolve))
  })
  await second.pair(link)
  const newAddress = second.address(networkIds.first) ?? ''
  await expect.poll(() => addressOf(other.page), timeout).toBe(newAddress)
  await expect.poll(() => addressOf(one.page), timeout).toBe(newAddress)
  await expect.poll(() => walletOf(one.page), timeout).toBe('Second phone')
  await expect.poll(() => phone.topics().length, timeout).toBe(0)
  expect(await request(one.page, 'personal_sign', ['0x02', newAddress])).toHaveProperty('result')

  // Neither tab brings the first wallet back.
  await Promise.all([one.page.reload(), other.page.reload()])
  await Promise.all([connected(one.page), connected(other.page)])
  expect([await addressOf(one.page), await addressOf(other.page)]).toEqual([newAddress, newAddress])
  expect(await request(other.page, 'personal_sign', ['0x03', newAddress])).toHaveProperty('result')
  expect(one.sockets() + other.sockets()).toBe(1)

  await one.page.evaluate(() => window.host.modal.disconnect())
  await expect.poll(() => statusOf(other.page), { timeout: 2_000 }).toBe('disconnected')
  await expect.poll(() => second.topics().length, timeout).toBe(0)
})

test('a tab that closes in the middle of a request loses nothing of the other’s', async ({ context, hosts, startPhone }, info) => {
  test.skip(info.project.name === 'denied', 'Without storage the tabs share nothing')
  let approve: () => void = () => {}
  const phone = await startPhone({
    approveRequest: () =>
      new Promise((resolve) => {
        approve = () => resolve(true)
      }),
  })
  const url = hosts.url('phone-closing', 'script')
  const one = await openTab(context, url)
  await connectPhone(one.page, one.dialog, phone)
  const other = await openTab(context, url)
  await connected(other.page)
  const address = phone.address(networkIds.first) ?? ''
  const signing = request(other.page, 'personal_sign', ['0x04', address])
  await expect.poll(() => phone.requests.length, timeout).toBe(1)
  expect([one.sockets(), other.sockets()]).toEqual([1, 0])
  await one.page.close()
  approve()
  expect(await signing).toHaveProperty('result')
  expect(other.sockets()).toBe(1)
  expect(phone.requests).toHaveLength(1)
})
