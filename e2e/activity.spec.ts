import { choose, openAccount } from './support/account.ts'
import { expect, openConnected, test } from './support/test.ts'

/* What happened to the account, where it cannot be told, and how it is asked for. What is told as it happens: moneyPlayground.spec.ts. */

test('error: a history that does not come is said once, and can be asked for again @once', async ({
  page,
  hosts,
  install,
  expectProblems,
}) => {
  await install()
  await openConnected(page, hosts.url('meadow', 'script'))
  const history = /\/v1\/account\/[^/]+\/history/
  expectProblems('error: Failed to load resource: the server responded with a status of 503 (Service Unavailable)')
  await page.route(history, (route) => route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' }, body: '' }))
  const dialog = await openAccount(page)
  await choose(dialog, 'Activity')
  await expect(dialog.text('Failed to fetch transactions')).toBeVisible()
  await expect(dialog.text('Activity isn’t available right now')).toBeVisible()
  await expect(dialog.text('The history of Local Chain isn’t answering.')).toBeVisible()
  await page.unroute(history)
  await dialog.button('Try again').click()
  await expect(dialog.text('Activity isn’t available right now')).toBeHidden()
})

test('behavior: one stream while the account is on screen, and none once the dialog is closed @once', async ({ page, hosts, install }) => {
  await install()
  const streams: string[] = []
  page.on('request', (request) => request.resourceType() === 'eventsource' && streams.push(request.url()))
  const ended: string[] = []
  page.on('requestfailed', (request) => request.resourceType() === 'eventsource' && ended.push(request.url()))
  await openConnected(page, hosts.url('meadow', 'script'))
  expect(streams).toEqual([])
  const dialog = await openAccount(page)
  await expect.poll(() => streams.length).toBe(1)
  await choose(dialog, 'Activity')
  await choose(dialog, 'NFTs')
  await dialog.button('Close').click()
  await dialog.closed()
  await expect.poll(() => ended.length).toBe(1)
  expect(streams).toHaveLength(1)
})
