import { familyExtensions } from '@latchkey/testkit/src/extensions/familyExtension.ts'
import { ed25519 } from '@noble/curves/ed25519'
import { base58 } from '@scure/base'
import { expect, test } from './test.ts'

test('behavior: a wallet of Solana connects, signs, and is there after a reload', async ({ visit, hosts, site, server, extensions }) => {
  const harbor = await familyExtensions.solana(extensions, server)
  const [address = ''] = harbor.addresses
  await visit.open(hosts.url(site, 'npm', { projectId: server.projects.families }))
  await visit.page.evaluate(() => void window.host.modal.open({ namespace: 'solana' }))
  await visit.shows('Connect')
  await visit.dialog.click({ role: 'button', name: /^Harbor/ })
  await visit.status('connected')
  await visit.closed()
  const sign = () =>
    visit.page.evaluate(async (text) => {
      const wallet = window.host.modal.provider('solana')
      const [account] = wallet.accounts
      const features = wallet.features as unknown as Record<
        string,
        { signMessage(input: object): Promise<readonly { signature: Uint8Array }[]> }
      >
      const [signed] = (await features['solana:signMessage']?.signMessage({ account, message: new TextEncoder().encode(text) })) ?? []
      return [...(signed?.signature ?? [])]
    }, 'Hello')
  const holds = (signature: number[]) =>
    ed25519.verify(Uint8Array.from(signature), new TextEncoder().encode('Hello'), base58.decode(address))
  expect(holds(await sign())).toBe(true)
  await visit.reload()
  await visit.status('connected')
  expect(holds(await sign())).toBe(true)
  await visit.page.evaluate(() => window.host.modal.disconnect('solana'))
  await visit.status('disconnected')
  extensions.clear()
})
