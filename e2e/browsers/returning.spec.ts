import { newName } from '../support/social.ts'
import { forget } from './forget.ts'
import { finishEmailLogin, loginByEmail } from './login.ts'
import { screenOf, visitOf } from './screen.ts'
import { expect, test } from './test.ts'

/* A visitor whose browser has removed what frames keep (WebKit does after 7 days without a visit), and who is a stranger then. */

test('behavior: a login that the browser has removed is told, its address is one press away, and the same wallet comes back', async ({
  engine,
  visit,
  hosts,
  site,
  server,
}) => {
  const url = hosts.url(site, 'script')
  await visit.open(url)
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  const email = await loginByEmail(engine, visit, server)
  const [address] = await visit.accounts()
  await forget([visit.secure], server, url)
  // Twice: whoever does not open the dialog on the first page is told on the next one.
  for (let load = 0; load < 2; load += 1) {
    await visit.reload()
    expect(await visit.accounts()).toEqual([])
  }
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  await visit.shows('EmailLogin')
  await visit.dialog.see({ text: 'Your browser has removed your login' })
  expect((await visit.dialog.see({ role: 'textbox', name: 'Email' })).value).toBe(email)
  // Between two mails to an address lie 30 s, which the button counts.
  const send = { role: 'button', name: 'Continue' } as const
  await visit.dialog.click(send)
  let waits = false
  await visit
    .until(async () => {
      waits = (await visit.dialog.find({ role: 'button', name: /^Continue in/ })).length > 0
      return waits || (await visit.dialog.find({ css: '.pick b' })).length > 0
    }, 'the address was sent, or has to wait')
    .toBe(true)
  if (waits) await visit.dialog.click(send)
  await finishEmailLogin(engine, visit, server, email)
  expect(await visit.accounts()).toEqual([address])
  await visit.reload()
  expect(await visit.accounts()).toEqual([address])
})

test('behavior: after a login by a provider that the browser has removed, its window is one press away, and the same wallet comes back', async ({
  visit,
  hosts,
  site,
  server,
}) => {
  const name = newName()
  const url = hosts.url(site, 'script')
  const byGoogle = async () => {
    const opened = await visit.popup(() => visit.dialog.click({ role: 'button', name: 'Continue with Google' }))
    const provider = screenOf(opened)
    await provider.fill({ role: 'textbox', name: 'Name' }, name)
    await provider.click({ role: 'button', name: 'Approve' })
    await visit.until(() => opened.isClosed(), 'the window is closed').toBe(true)
    await visit.tab.toFront()
    await visit.status('connected')
    await visit.closed()
    return await visit.accounts()
  }
  await visit.open(url)
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  const mine = await byGoogle()
  await forget([visit.secure], server, url)
  await visit.reload()
  expect(await visit.accounts()).toEqual([])
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  await visit.shows('ConnectingSocial')
  await visit.dialog.see({ text: 'Your browser has removed your login' })
  expect(await byGoogle()).toEqual(mine)
})

test('behavior: where the dialog’s memory is gone, too, it says so over its first view; no page shows another wallet before or after', async ({
  engine,
  visit,
  hosts,
  site,
  server,
}) => {
  const url = hosts.url(site, 'script')
  await visit.open(url)
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  const email = await loginByEmail(engine, visit, server)
  const [address] = await visit.accounts()
  await forget([visit.secure, visit.dialog], server, url)
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
