import type { EventReport, TrackedEvent } from '@latchkey/protocol'
import { accounts } from '@latchkey/testkit/src/extensions/extension.ts'
import { faults } from '@latchkey/testkit/src/extensions/rpcErrors.ts'
import { networkIds } from './support/server.ts'
import { connected, expect, openConnect, test } from './support/test.ts'

test('behavior: the page hears what happens in the dialog, and the server takes the same without the page’s query', {
  tag: '@once',
}, async ({ page, hosts, install, dialog }) => {
  const extension = await install()
  extension.on('eth_requestAccounts', faults.rejected)
  const taken: { status: number; reports: EventReport[] }[] = []
  page.on('response', (response) => {
    if (!response.url().includes('/batch?')) return
    const reports = JSON.parse(response.request().postData() ?? '[]') as EventReport[]
    taken.push({ status: response.status(), reports })
  })
  const address = `${hosts.url('meadow', 'script')}?token=secret`
  await openConnect(page, address)
  await page.evaluate(() => {
    window.tracked = []
    window.host.modal.on('event', (event) => window.tracked?.push(event))
  })
  await dialog.choose('Harbor')
  await expect(dialog.heading('Request cancelled')).toBeVisible()
  extension.on('eth_requestAccounts', 'approve')
  await dialog.button('Try again').click()
  await connected(page)
  await dialog.closed()
  const expected = [
    { event: 'SELECT_WALLET', properties: { method: 'browser', wallet: 'Harbor' } },
    { event: 'USER_REJECTED', properties: { method: 'browser', wallet: 'Harbor', reason: 'cancelled' } },
    { event: 'SELECT_WALLET', properties: { method: 'browser', wallet: 'Harbor' } },
    {
      event: 'CONNECT_SUCCESS',
      address: accounts[0].address,
      properties: { method: 'browser', wallet: 'Harbor', network: networkIds.first },
    },
    { event: 'MODAL_CLOSE', properties: { connected: true } },
  ]
  // That the dialog opened may have been told before anybody listened.
  await expect.poll(() => page.evaluate(() => window.tracked?.filter(({ event }) => event !== 'MODAL_OPEN'))).toMatchObject(expected)

  // A page that is left says at once what it has.
  await dialog.main.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  await expect
    .poll(() => taken.flatMap(({ reports }) => reports.map(({ props }) => props)))
    .toMatchObject([{ event: 'MODAL_OPEN' }, ...expected])
  expect(taken.map(({ status }) => status)).toEqual([202])
  for (const { url, domain } of taken.flatMap(({ reports }) => reports)) {
    expect(url).toBe(hosts.url('meadow', 'script'))
    expect(domain).toBe('meadow.localhost')
  }
})

declare global {
  interface Window {
    tracked?: TrackedEvent[]
  }
}
