import { accounts } from '@latchkey/testkit/src/extensions/extension.ts'
import { type Fault, faults } from '@latchkey/testkit/src/extensions/rpcErrors.ts'
import { toHex } from 'viem'
import { connected, expect, openConnect, openConnected, request, stateOf, test } from './support/test.ts'

/* Each way in which a wallet can fail has its own sentence in the dialog, and its own code at the page. */

type Cause = readonly [name: string, fault: Fault, title: string, body: string, next: string]

const causes: readonly Cause[] = [
  ['the person rejects', faults.rejected, 'Request cancelled', 'You cancelled in Harbor.', 'Try again'],
  ['it is already waiting', faults.busy, 'Harbor is already waiting', 'Open Harbor and finish the request there.', 'I’ve finished it'],
  [
    'it does not permit it',
    faults.unauthorized,
    'Action not allowed',
    'This site asked for something this wallet doesn’t permit.',
    'Choose another wallet',
  ],
  ['it is offline', faults.disconnected, 'Harbor is offline', 'It can’t reach its network right now.', 'Reconnect'],
  ['anything else', faults.internal, 'Harbor couldn’t connect', 'Something went wrong in the wallet. Nothing was shared.', 'Try again'],
]

for (const [name, fault, title, body, next] of causes)
  test(`error: connecting, ${name}: its own sentence, and the next try works`, { tag: '@once' }, async ({
    page,
    hosts,
    install,
    dialog,
  }) => {
    const extension = await install()
    extension.on('eth_requestAccounts', fault)
    extension.on('wallet_requestPermissions', fault)
    await openConnect(page, hosts.url('meadow', 'script'))
    await dialog.choose('Harbor')
    await expect(dialog.heading(title)).toBeVisible()
    await expect(dialog.main.getByText(body)).toBeVisible()
    await expect(dialog.button(next)).toBeVisible()
    await expect(dialog.heading(title)).not.toContainText(String(fault.code))
    if (fault === faults.internal)
      await test.step('code and text of an unknown failure live under Details', async () => {
        await dialog.text('Details').first().click()
        await expect(dialog.text('-32603')).toBeVisible()
        await expect(dialog.text('It closed before answering.')).toBeVisible()
      })

    extension.on('eth_requestAccounts', 'approve')
    extension.on('wallet_requestPermissions', 'approve')
    await dialog.button(next).click()
    if (next === 'Choose another wallet') await dialog.choose('Harbor')
    await connected(page)
    await dialog.closed()
  })

test('error: connecting, the wallet is locked: it says so, and goes on when it is unlocked', async ({ page, hosts, install, dialog }) => {
  const extension = await install()
  extension.lockSilently()
  await openConnect(page, hosts.url('meadow', 'script'))
  await dialog.choose('Harbor')
  await expect(dialog.heading('Unlock Harbor')).toBeVisible()
  await expect(dialog.text('Unlock it, then come back.')).toBeVisible()
  await extension.unlock()
  await connected(page)
})

test('behavior: a slow wallet is waited for, and approving late still connects', { tag: '@once' }, async ({
  page,
  hosts,
  install,
  dialog,
}) => {
  const extension = await install()
  extension.on('eth_requestAccounts', 'ask')
  await page.clock.install()
  await openConnect(page, hosts.url('meadow', 'script'))
  await dialog.choose('Harbor')
  await expect(dialog.heading('Continue in Harbor')).toBeVisible()
  await expect.poll(() => extension.pending.length).toBe(1)
  await page.clock.fastForward(8_500)
  await expect(dialog.heading('Still waiting for Harbor')).toBeVisible()
  await page.clock.resume()
  extension.decide('approve')
  await connected(page)
})

test('behavior: leaving the view while the wallet asks is not an error, and a late yes is not a surprise', { tag: '@once' }, async ({
  page,
  hosts,
  install,
  dialog,
}) => {
  const extension = await install()
  extension.on('eth_requestAccounts', 'ask')
  await page.goto(hosts.url('meadow', 'script'))
  const opening = page.evaluate(() => window.host.modal.open())
  await dialog.choose('Harbor')
  await expect.poll(() => extension.pending.length).toBe(1)
  await dialog.button('Back').click()
  await dialog.shows('Connect')
  await dialog.button('Close').click()
  expect(await opening).toBeNull()
  extension.decide('approve')
  // A whole round over the Bridge later, nothing has come of it.
  expect((await request(page, 'eth_blockNumber')).result).toMatch(/^0x/)
  expect((await stateOf(page)).status).toBe('disconnected')
})

const untouched: readonly Fault[] = [
  faults.rejected,
  faults.busy,
  faults.unauthorized,
  faults.unsupported,
  faults.disconnected,
  faults.chainDisconnected,
  faults.chainMissing,
  faults.internal,
  { code: 5000, message: 'User rejected.' },
  { code: 5750, message: 'EIP-7702 upgrade rejected.', data: { capability: 'atomic' } },
]

for (const frozen of [false, true])
  test(`error: codes, messages and data arrive at the page untouched (${frozen ? 'frozen plain objects' : 'errors'})`, async ({
    page,
    hosts,
    install,
  }) => {
    const extension = await install({ frozen })
    await openConnected(page, hosts.url('meadow', 'script'))
    for (const fault of untouched) {
      extension.on('personal_sign', fault)
      expect(await request(page, 'personal_sign', [toHex('Hello'), accounts[0].address])).toEqual(fault)
    }
  })

test('error: what a disconnected provider answers', { tag: '@once' }, async ({ page, hosts, install, dialog, server }) => {
  await install()
  await page.goto(hosts.url('meadow', 'script', { preload: 'intent' }))
  expect((await request(page, 'eth_accounts')).result).toEqual([])
  await expect(page.locator('iframe[data-latchkey="dialog"]')).toHaveCount(0)
  expect(await request(page, 'personal_sign', [toHex('Hello'), accounts[0].address])).toMatchObject({ code: 4100 })
  expect(await request(page, 'eth_sendTransaction', [{}])).toMatchObject({ code: 4100 })
  // Reads are answered by the gateway.
  expect((await request(page, 'eth_blockNumber')).result).toMatch(/^0x/)
  expect(Object.keys(server.chains)).toHaveLength(3)

  const asked = request(page, 'eth_requestAccounts')
  await dialog.shows('Connect')
  await dialog.button('Close').click()
  expect(await asked).toMatchObject({ code: 4001 })
})
