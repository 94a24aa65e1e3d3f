import { type Hex, verifyMessage } from 'viem'
import { newName } from '../support/social.ts'
import { loginByEmail } from './login.ts'
import { screenOf, visitOf } from './screen.ts'
import { expect, test } from './test.ts'

/* The embedded wallet: real server, real mail, real keys. */

test('behavior: an e-mail address becomes a wallet that signs what was approved, stays over a reload, and signs out', {
  tag: '@short',
}, async ({ engine, visit, hosts, site, server }) => {
  await visit.open(hosts.url(site, 'script'))
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  await loginByEmail(engine, visit, server)
  const [address = '0x'] = await visit.accounts()
  await test.step('signs', async () => {
    const signing = await visit.request('personal_sign', ['0x48656c6c6f', address])
    await visit.consent(/Hello/)
    expect(await verifyMessage({ address, message: 'Hello', signature: (await signing()).result as Hex })).toBe(true)
    await visit.closed()
  })
  await test.step('refuses', async () => {
    const signing = await visit.request('personal_sign', ['0x4e6f', address])
    await visit.shows('ApproveTransaction')
    await visit.secure.click({ role: 'button', name: 'Reject' })
    expect((await signing()).code).toBe(4001)
    await visit.closed()
  })
  await test.step('is still there after a reload, and signs again', async () => {
    await visit.reload()
    expect(await visit.accounts()).toEqual([address])
    const signing = await visit.request('personal_sign', ['0x48656c6c6f', address])
    await visit.consent(/Hello/)
    expect(await verifyMessage({ address, message: 'Hello', signature: (await signing()).result as Hex })).toBe(true)
  })
  await test.step('signs out for good', async () => {
    await visit.page.evaluate(() => window.host.modal.disconnect())
    await visit.status('disconnected')
    await visit.reload()
    expect(await visit.accounts()).toEqual([])
  })
})

test('behavior: a page that the operator does not vouch for gets consent in the wallet’s own window; a second device has the same wallet', async ({
  engine,
  visit,
  hosts,
  server,
  startEngine,
}) => {
  const url = hosts.url('shop.wild', 'script', { projectId: server.projects.listed })
  await visit.open(url)
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  const email = await loginByEmail(engine, visit, server)
  const [address = '0x'] = await visit.accounts()
  const signing = await visit.request('personal_sign', ['0x48656c6c6f', address])
  expect(await visit.consent(/Hello/)).toBe('window')
  expect(await verifyMessage({ address, message: 'Hello', signature: (await signing()).result as Hex })).toBe(true)
  await visit.closed()

  const other = await startEngine('default')
  const [tab] = await other.tabs()
  if (!tab) throw new Error('The browser has no tab.')
  const second = visitOf(other, tab)
  await second.open(url)
  await second.page.click({ role: 'button', name: 'Connect wallet' })
  await loginByEmail(other, second, server, email)
  expect(await second.accounts()).toEqual([address])
})

test('behavior: a login provider’s window opens by one press, comes back, and is closed', async ({ visit, hosts, site }) => {
  await visit.open(hosts.url(site, 'script'))
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  await visit.shows('Connect')
  const opened = await visit.popup(() => visit.dialog.click({ role: 'button', name: 'Continue with Google' }))
  const provider = screenOf(opened)
  await provider.fill({ role: 'textbox', name: 'Name' }, newName())
  await provider.click({ role: 'button', name: 'Approve' })
  await visit.until(() => opened.isClosed(), 'the window is closed').toBe(true)
  await visit.tab.toFront()
  await visit.status('connected')
  await visit.closed()
  const [address] = await visit.accounts()
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  await visit.reload()
  expect(await visit.accounts()).toEqual([address])
})

test('behavior: under the strictest policy that a page can have: e-mail, a signature, a reload', async ({
  engine,
  visit,
  hosts,
  site,
  server,
}) => {
  await visit.open(hosts.url(site, 'strict'))
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  await loginByEmail(engine, visit, server)
  const [address = '0x'] = await visit.accounts()
  const signing = await visit.request('personal_sign', ['0x48656c6c6f', address])
  await visit.consent(/Hello/)
  expect(await verifyMessage({ address, message: 'Hello', signature: (await signing()).result as Hex })).toBe(true)
  await visit.reload()
  expect(await visit.accounts()).toEqual([address])
})

test('behavior: the kind of account that is chosen in one tab is the other tab’s, too', async ({ engine, visit, hosts, site, server }) => {
  const url = hosts.url(site, 'npm', { defaultAccountTypes: { eip155: 'smartAccount' } })
  await visit.open(url)
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  await loginByEmail(engine, visit, server)
  const [smart] = await visit.accounts()
  const other = visitOf(engine, await engine.newTab())
  await other.open(url)
  await other.status('connected')
  expect(await other.accounts()).toEqual([smart])
  await other.page.evaluate(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    window.host.modal.provider('eip155').on('accountsChanged', (accounts) => heard.push(accounts))
  })
  await visit.tab.toFront()
  await visit.page.evaluate(() => void window.host.modal.open({ view: 'AccountSettings' }))
  await visit.dialog.click({ role: 'button', name: /Account type/ })
  await visit.until(visit.accounts, 'the page has the other account').not.toEqual([smart])
  const [key = '0x'] = await visit.accounts()
  await other.until(other.accounts, 'the other tab has it, too').toEqual([key])
  expect(await other.page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual([[key]])
  // What is signed there is signed by that account.
  await other.tab.toFront()
  const signing = await other.request('personal_sign', ['0x48656c6c6f', key])
  await other.consent(/Hello/)
  expect(await verifyMessage({ address: key, message: 'Hello', signature: (await signing()).result as Hex })).toBe(true)
})
