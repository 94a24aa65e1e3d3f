import { createMemoryStore } from '@latchkey/testkit/src/phone/stores.ts'
import type { Page, WebSocketRoute } from '@playwright/test'
import { connectPhone, test, timeout } from './support/phone.ts'
import { networkIds } from './support/server.ts'
import { connected, expect, request, stateOf } from './support/test.ts'

/* What may happen between the dialog and a wallet on another device: each has its own words, ends by itself where it can, and loses no request. */

test.setTimeout(120_000)

/** The way to the relay, which can be broken and mended. */
async function breakable(page: Page) {
  let isDown = false
  const open = new Set<WebSocketRoute>()
  await page.routeWebSocket(/\/relay\b/, (socket) => {
    if (isDown) return void socket.close()
    open.add(socket)
    socket.connectToServer()
  })
  return {
    cut() {
      isDown = true
      for (const socket of open) void socket.close()
      open.clear()
    },
    mend() {
      isDown = false
    },
  }
}

test('@once the relay is lost while the wallet is asked, and the answer comes when it is back', async ({
  page,
  hosts,
  dialog,
  startPhone,
}) => {
  let approve: () => void = () => {}
  const phone = await startPhone({
    approveRequest: () =>
      new Promise((resolve) => {
        approve = () => resolve(true)
      }),
  })
  const relay = await breakable(page)
  await page.goto(hosts.url('errors-relay', 'script'))
  await connectPhone(page, dialog, phone)
  const signing = request(page, 'personal_sign', ['0x01', phone.address(networkIds.first) ?? ''])
  await expect(dialog.heading('Continue in Phone wallet')).toBeVisible(timeout)
  relay.cut()
  await expect(dialog.text('The connection was lost. We keep trying, and your request waits.')).toBeVisible(timeout)
  approve()
  relay.mend()
  expect(await signing).toHaveProperty('result')
  await dialog.closed()
  expect(phone.requests).toHaveLength(1)
  expect(await stateOf(page)).toMatchObject({ status: 'connected' })
})

test('@once a wallet that is out of reach gets the request when it is back', async ({ page, hosts, dialog, startPhone }) => {
  const phone = await startPhone()
  await page.goto(hosts.url('errors-offline', 'script'))
  await connectPhone(page, dialog, phone)
  await phone.goOffline()
  const signing = request(page, 'personal_sign', ['0x02', phone.address(networkIds.first) ?? ''])
  await expect(dialog.text('No answer yet. Make sure Phone wallet is open and online')).toBeVisible(timeout)
  await phone.goOnline()
  expect(await signing).toHaveProperty('result')
  await dialog.closed()
})

test('@once a wallet that ends the session while it is asked: the page and the user know at once', async ({
  page,
  hosts,
  dialog,
  startPhone,
}) => {
  const phone = await startPhone({ approveRequest: () => new Promise(() => {}) })
  await page.goto(hosts.url('errors-ended', 'script'))
  await connectPhone(page, dialog, phone)
  const signing = request(page, 'personal_sign', ['0x03', phone.address(networkIds.first) ?? ''])
  await expect(dialog.heading('Continue in Phone wallet')).toBeVisible(timeout)
  await phone.disconnect()
  await expect.poll(() => stateOf(page).then(({ status }) => status), { timeout: 2_000 }).toBe('disconnected')
  expect(await signing).toMatchObject({ code: 4900 })
  await expect(dialog.heading('Phone wallet ended the connection')).toBeVisible()
  await dialog.button('Done').click()
  await dialog.closed()
})

test('@once both sides restart, and the session still works', async ({ page, hosts, dialog, startPhone }) => {
  const store = createMemoryStore()
  const secret = crypto.randomUUID()
  const phone = await startPhone({ store, secret })
  await page.goto(hosts.url('errors-restart', 'script'))
  await connectPhone(page, dialog, phone)
  const address = phone.address(networkIds.first) ?? ''
  await phone.stop()
  await page.goto('about:blank')
  const again = await startPhone({ store, secret })
  await page.goto(hosts.url('errors-restart', 'script'))
  await connected(page)
  expect(await request(page, 'personal_sign', ['0x04', address])).toHaveProperty('result')
  expect(again.requests).toHaveLength(1)
  // And ends as it should.
  await again.disconnect()
  await expect.poll(() => stateOf(page).then(({ status }) => status), { timeout: 2_000 }).toBe('disconnected')
})
