import { accounts } from '@latchkey/testkit/src/extensions/extension.ts'
import { resolveLocalhostNames } from '@latchkey/testkit/src/phone/localhostNames.ts'
import { type Hex, verifyMessage } from 'viem'
import { networkIds } from '../support/server.ts'
import { expect, test } from './test.ts'

resolveLocalhostNames()

test('behavior: where sign-in is required, the page hears of the account with its session, which a reload keeps and leaving ends', async ({
  visit,
  hosts,
  site,
  install,
  server,
}) => {
  await install()
  const { address } = accounts[0]
  await visit.open(hosts.url(site, 'npm', { siwx: { required: true }, networks: [networkIds.first] }))
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  await visit.dialog.click({ role: 'button', name: /^Harbor/ })
  await visit.shows('SIWXSignMessage')
  expect(await visit.state()).toMatchObject({ status: 'connecting', accounts: {} })
  await visit.dialog.click({ role: 'button', name: 'Sign in' })
  await visit.status('connected')
  await visit.closed()
  const signInNow = async () => (await visit.state()).signIns.eip155
  const { message = '', signature = '', token = '' } = (await signInNow()) ?? {}
  expect(message).toContain(`wants you to sign in with your Ethereum account:\n${address}`)
  expect(await verifyMessage({ address, message, signature: signature as Hex })).toBe(true)
  /** Whether a site's server would let its bearer in. */
  const meStatus = async () =>
    (
      await fetch(`${server.api}/siwx/me?projectId=${server.projectId}&domain=${new URL(hosts.url(site, 'npm')).host}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status
  expect(await meStatus()).toBe(200)
  await visit.reload()
  await visit.status('connected')
  expect((await signInNow())?.token).toBe(token)
  await visit.page.evaluate(() => window.host.modal.disconnect())
  await visit.until(meStatus, 'the session has ended').toBe(401)
  expect((await visit.state()).signIns).toEqual({})
})
