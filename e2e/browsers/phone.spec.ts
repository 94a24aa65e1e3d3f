import { type Hex, verifyMessage } from 'viem'
import { networkIds } from '../support/server.ts'
import { expect, test } from './test.ts'

test('behavior: a wallet on a phone connects by the code, signs, stays over a reload, and hears when the page leaves', {
  tag: '@short',
}, async ({ visit, hosts, site, startPhone }) => {
  const phone = await startPhone()
  await visit.open(hosts.url(site, 'script'))
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  await visit.dialog.click({ role: 'button', name: /^WalletConnect/ })
  await visit.dialog.see({ role: 'button', name: 'Copy link' })
  const uri = await visit.dialog.evaluate(() => document.querySelector('[data-uri]')?.getAttribute('data-uri') ?? '')
  await phone.pair(uri)
  await visit.status('connected')
  await visit.closed()
  const address = phone.address(networkIds.first) as Hex
  const sign = async () => (await visit.answer('personal_sign', ['0x48656c6c6f', address])).result as Hex
  expect(await verifyMessage({ address, message: 'Hello', signature: await sign() })).toBe(true)
  await visit.reload()
  await visit.status('connected')
  expect(await verifyMessage({ address, message: 'Hello', signature: await sign() })).toBe(true)
  await visit.page.evaluate(() => window.host.modal.disconnect())
  await visit.until(async () => phone.topics().length, 'the phone’s session has ended').toBe(0)
})
