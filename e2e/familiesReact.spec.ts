import { familyExtensions } from '@latchkey/testkit/src/extensions/familyExtension.ts'
import { ed25519 } from '@noble/curves/ed25519'
import { base58, hex } from '@scure/base'
import { createSolanaRpc, lamports, address as toAddress, signature as toSignature } from '@solana/kit'
import { expect, test } from './support/test.ts'

/* A page that knows us by the script tag alone, with the libraries that Solana pages use. */

test('behavior: a React page with the Wallet Standard’s hooks finds us by the script tag alone, signs in, signs and sends', async ({
  page,
  context,
  hosts,
  dialog,
  server,
  problems,
}) => {
  const harbor = await familyExtensions.solana(context, server)
  const [address = ''] = harbor.addresses
  const url = server.chains[Object.keys(server.chains).find((id) => id.startsWith('solana:')) as `solana:${string}`] ?? ''
  const rpc = createSolanaRpc(url)
  await rpc.requestAirdrop(toAddress(address), lamports(1_000_000_000n)).send()
  await page.goto(hosts.url('meadow', 'solana'))
  await page.getByRole('button', { name: 'Sign in with Latchkey' }).click()
  await dialog.choose('Harbor')
  await dialog.closed()
  await expect(page).toHaveTitle(new RegExp(`^${new URL(page.url()).host} wants you to sign in with your Solana account:`))
  await expect(page.locator('#account')).toHaveText(address)

  const said = page.locator('#said')
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(said).toHaveText(/^signed [0-9a-f]{128}$/)
  const signature = hex.decode(((await said.textContent()) ?? '').slice('signed '.length))
  expect(ed25519.verify(signature, new TextEncoder().encode('Hello from React'), base58.decode(address))).toBe(true)

  await page.getByRole('button', { name: 'Send' }).click()
  await expect(said).toHaveText(/^sent [0-9a-f]{128}$/)
  const sent = base58.encode(hex.decode(((await said.textContent()) ?? '').slice('sent '.length)))
  await expect.poll(async () => (await rpc.getSignatureStatuses([toSignature(sent)]).send()).value[0]).toMatchObject({ err: null })

  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.locator('#account')).toHaveCount(0)
  expect(problems).toEqual([])
})
