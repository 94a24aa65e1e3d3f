import { familyExtensions } from '@latchkey/testkit/src/extensions/familyExtension.ts'
import { ed25519 } from '@noble/curves/ed25519'
import { base58, hex } from '@scure/base'
import { createSolanaRpc, lamports, address as toAddress, signature as toSignature } from '@solana/kit'
import { installTool } from '../scripts/lib/installTool.js'
import { expect, test } from './support/test.ts'

/* What `familiesReact.spec.ts` does with the standard's own hooks, through the library that most Solana pages have. */

test.skip(!process.env.LATCHKEY_LONG, 'Installs the tree of @solana/wallet-adapter-react: in `npm run test:long` only')

test.beforeAll(async () => {
  test.setTimeout(330_000)
  await installTool('solana-adapter')
})

test('behavior: a React page with Solana’s wallet adapter finds us by the script tag alone, connects, signs in, signs and sends', {
  tag: '@once',
}, async ({ page, context, hosts, dialog, server, problems }) => {
  const harbor = await familyExtensions.solana(context, server)
  const [address = '', recipient = ''] = harbor.addresses
  const publicKey = base58.decode(address)
  const url = Object.entries(server.chains).find(([id]) => id.startsWith('solana:'))?.[1] ?? ''
  const rpc = createSolanaRpc(url)
  await rpc.requestAirdrop(toAddress(address), lamports(1_000_000_000n)).send()
  const balance = async () => (await rpc.getBalance(toAddress(recipient)).send()).value
  const before = await balance()

  await page.goto(`${hosts.url('meadow', 'solanaAdapter')}?to=${recipient}`)
  await page.getByRole('button', { name: 'Latchkey: Installed' }).click()
  await page.getByRole('button', { name: 'Connect Latchkey' }).click()
  await dialog.choose('Harbor')
  await dialog.closed()
  await expect(page.locator('#account')).toHaveText(address)
  const said = page.locator('#said')
  await expect(said).toHaveText('connected')
  const words = async () => ((await said.textContent()) ?? '').split(' ')

  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(said).toHaveText(/^signed in [0-9a-f]+ [0-9a-f]{128}$/)
  const [, , signedMessage = '', proof = ''] = await words()
  expect(new TextDecoder().decode(hex.decode(signedMessage)).split('\n').slice(0, 4)).toEqual([
    `${new URL(page.url()).host} wants you to sign in with your Solana account:`,
    address,
    '',
    'Welcome to Meadow',
  ])
  expect(ed25519.verify(hex.decode(proof), hex.decode(signedMessage), publicKey)).toBe(true)

  await page.getByRole('button', { name: 'Sign a message' }).click()
  await expect(said).toHaveText(/^signed [0-9a-f]{128}$/)
  const [, signature = ''] = await words()
  expect(ed25519.verify(hex.decode(signature), new TextEncoder().encode('Hello from the adapter'), publicKey)).toBe(true)

  await page.getByRole('button', { name: 'Send' }).click()
  await expect(said).toHaveText(/^sent [1-9A-HJ-NP-Za-km-z]{86,88}$/)
  const [, sent = ''] = await words()
  await expect.poll(async () => (await rpc.getSignatureStatuses([toSignature(sent)]).send()).value[0]).toMatchObject({ err: null })
  expect(await balance()).toBe(before + 5_000_000n)

  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.locator('#account')).toHaveCount(0)
  expect(problems).toEqual([])
})
