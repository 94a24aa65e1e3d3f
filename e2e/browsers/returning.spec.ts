import { emptyStorage } from './emptyStorage.ts'
import { finishEmailLogin, loginByEmail } from './login.ts'
import { visitOf } from './screen.ts'
import { expect, test } from './test.ts'

const notYet = 'In WebKit the login was still there after the databases of its frame were emptied; why is not known yet.'

/* A visitor whose browser has removed what frames keep (WebKit does after 7 days without a visit), and who is a stranger then. */

test('behavior: a login that the browser has removed is told, its address is one press away, and the same wallet comes back', async ({
  engine,
  visit,
  hosts,
  site,
  server,
}) => {
  test.skip(engine.name === 'webkit', notYet)
  await visit.open(hosts.url(site, 'script'))
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  const email = await loginByEmail(engine, visit, server)
  const [address] = await visit.accounts()
  await visit.secure.evaluate(emptyStorage)
  // Twice: whoever does not open the dialog on the first page is told on the next one.
  for (let load = 0; load < 2; load += 1) {
    await visit.reload()
    expect(await visit.accounts()).toEqual([])
  }
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  await visit.shows('EmailLogin')
  await visit.dialog.see({ text: 'Your browser has removed your login' })
  expect((await visit.dialog.see({ role: 'textbox', name: 'Email' })).value).toBe(email)
  await visit.dialog.click({ role: 'button', name: 'Continue' })
  await finishEmailLogin(engine, visit, server, email)
  expect(await visit.accounts()).toEqual([address])
  await visit.reload()
  expect(await visit.accounts()).toEqual([address])
})

test('behavior: where the dialog’s memory is gone, too, it says so over its first view; no page shows another wallet before or after', async ({
  engine,
  visit,
  hosts,
  site,
  server,
}) => {
  test.skip(engine.name === 'webkit', notYet)
  await visit.open(hosts.url(site, 'script'))
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  const email = await loginByEmail(engine, visit, server)
  const [address] = await visit.accounts()
  for (const one of [visit.secure, visit.dialog]) await one.evaluate(emptyStorage)
  await visit.reload()
  expect(await visit.accounts()).toEqual([])
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  await visit.dialog.see({ text: /^Your browser has removed your login/ })
  await loginByEmail(engine, visit, server, email)
  expect(await visit.accounts()).toEqual([address])

  await test.step('another site of the same operator knows nobody, and the same address opens the same wallet there', async () => {
    const other = visitOf(engine, await engine.newTab())
    await other.open(hosts.url(`${site}-two`, 'script'))
    expect(await other.accounts()).toEqual([])
    await other.page.click({ role: 'button', name: 'Connect wallet' })
    await loginByEmail(engine, other, server, email)
    expect(await other.accounts()).toEqual([address])
  })
})
