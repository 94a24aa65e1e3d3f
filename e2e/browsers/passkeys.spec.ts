import { loginByEmail } from './login.ts'
import { screenOf } from './screen.ts'
import { expect, test } from './test.ts'

/* Password managers and other extensions put functions of their own in place of the browser's `navigator.credentials`. */

test('error: a password manager that never answers, throws, or answers something else is told, and a recovery code is offered', async ({
  engine,
  visit,
  hosts,
  site,
  server,
}) => {
  await visit.open(hosts.url(site, 'script'))
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  await loginByEmail(engine, visit, server)
  await visit.page.evaluate(() => void window.host.modal.open({ view: 'AccountSettings' }))
  await visit.dialog.click({ role: 'button', name: /^Keys and security/ })
  await visit.shows('ApproveTransaction')
  const security = screenOf(await visit.popup(() => visit.secure.click({ css: '[data-testid="open-window"]' })))
  await security.click({ role: 'button', name: /^Passkey/ })
  const add = { role: 'button', name: 'Add a passkey' } as const
  const instead = { role: 'button', name: 'Make a recovery code' } as const

  const has = await security.evaluate(() => 'PublicKeyCredential' in window && 'credentials' in navigator)
  test.info().annotations.push({ type: 'passkeys', description: has ? 'yes' : 'no' })
  if (!has) {
    await security.click(add)
    await security.see({ text: 'This browser has no passkeys here' })
  } else
    for (const [name, told] of [
      ['silent', null],
      ['throwing', 'This answer isn’t a passkey’s'],
      ['foreign', 'This answer isn’t a passkey’s'],
    ] as const)
      await test.step(`${name}`, async () => {
        await security.evaluate((kind) => {
          const answers = {
            silent: () => new Promise(() => undefined),
            throwing() {
              throw new Error('vault is locked')
            },
            foreign: async () => ({ id: 'x', type: 'password' }),
          }
          Object.assign(navigator.credentials, { create: answers[kind], get: answers[kind] })
        }, name)
        await security.click(add)
        if (told) return void (await security.see({ text: told }))
        await security.see({ text: 'Does nothing ask you?' })
        await security.click({ role: 'button', name: 'Stop waiting' })
        await security.gone({ text: 'Does nothing ask you?' })
        expect(await security.find({ css: '[data-error]' })).toEqual([])
      })
  await security.click(instead)
  await security.see({ css: 'main[data-page="code"]' })
})
