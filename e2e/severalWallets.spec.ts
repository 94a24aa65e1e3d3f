import { createPublicKey, verify } from 'node:crypto'
import { bitcoin, solanaMainnet } from '@latchkey/protocol'
import { accounts, type Extension } from '@latchkey/testkit/src/extensions/extension.ts'
import { installStandardExtension } from '@latchkey/testkit/src/extensions/standardExtension.ts'
import type { Page } from '@playwright/test'
import { base58 } from '@scure/base'
import { verifyMessage } from 'viem'
import { networkIds } from './support/server.ts'
import { connected, expect, request, stateOf, test } from './support/test.ts'

/* Several wallets and several chain families at the same time. */

/** DER of an Ed25519 public key (RFC 8410) before its 32 bytes. */
const spki = Buffer.from('302a300506032b6570032100', 'hex')
const features = { multiWallet: true }

const addressOf = async (page: Page, namespace: 'eip155' | 'solana' | 'bip122') => (await stateOf(page)).accounts[namespace]?.[0]?.address

async function signsOnEvm(page: Page, address: string) {
  const { result } = await request(page, 'personal_sign', ['0x6869', address])
  expect(await verifyMessage({ address: address as `0x${string}`, message: 'hi', signature: result as `0x${string}` })).toBe(true)
}

/** Signs with the page's own Solana wallet, as any dapp does. */
async function signsOnSolana(page: Page, address: string) {
  const signature = await page.evaluate(async (from) => {
    const wallet = window.host.modal.provider('solana') as unknown as {
      accounts: { address: string }[]
      features: { 'solana:signMessage': { signMessage(input: object): Promise<{ signature: Uint8Array }[]> } }
    }
    const account = wallet.accounts.find((one) => one.address === from)
    const [output] = await wallet.features['solana:signMessage'].signMessage({ account, message: new TextEncoder().encode('hi') })
    return [...(output?.signature ?? [])]
  }, address)
  const key = createPublicKey({ key: Buffer.concat([spki, base58.decode(address)]), format: 'der', type: 'spki' })
  expect(verify(null, Buffer.from('hi'), key, Uint8Array.from(signature))).toBe(true)
}

const events = (page: Page, name: string) => page.evaluate((wanted) => window.host.seen.filter((event) => event.name === wanted), name)

const open = (page: Page) => page.getByRole('button', { name: 'Connect wallet' }).click()

/** A second extension whose user uses another account. */
async function second(install: (options: object) => Promise<Extension>) {
  const extension = await install({ info: { name: 'Kestrel', rdns: 'example.kestrel' } })
  await extension.selectAccounts([accounts[1]])
  return extension
}

test('behavior: two EVM wallets and one of Solana together: each signs, each changes, one leaves, a reload brings all back', async ({
  page,
  context,
  hosts,
  install,
  dialog,
}) => {
  const harbor = await install()
  await second(install)
  const lantern = await installStandardExtension(context, { name: 'Lantern', icon: harbor.info.icon })
  await page.goto(hosts.url('several', 'npm', { features, networks: [networkIds.first, networkIds.second, solanaMainnet] }))

  await open(page)
  await dialog.choose('Harbor')
  await connected(page)
  await dialog.closed()

  // The second wallet of the family joins; the newest answers.
  await open(page)
  await dialog.shows('Account')
  await dialog.button(/^Wallets/).click()
  await dialog.shows('ProfileWallets')
  await dialog.button('Add wallet').click()
  await dialog.choose('Kestrel')
  await dialog.shows('ProfileWallets')
  await expect.poll(() => addressOf(page, 'eip155')).toBe(accounts[1].address)
  await signsOnEvm(page, accounts[1].address)

  // A family without a wallet has its own way in.
  await dialog.button('Connect a Solana wallet').click()
  await dialog.shows('Connect')
  await expect(dialog.wallet('Lantern')).toBeVisible()
  await expect(dialog.wallet('Harbor')).toHaveCount(0)
  await dialog.choose('Lantern')
  await dialog.shows('ProfileWallets')
  const [solana] = lantern.accounts()
  await expect.poll(() => addressOf(page, 'solana')).toBe(solana?.address)
  expect(await stateOf(page)).toMatchObject({ activeNamespace: 'solana' })
  await signsOnSolana(page, solana?.address ?? '')

  // A tap makes another one active: one event, with the account.
  const before = (await events(page, 'accountsChanged')).length
  await dialog.wallet('Harbor').click()
  await expect.poll(() => addressOf(page, 'eip155')).toBe(accounts[0].address)
  expect((await events(page, 'accountsChanged')).slice(before)).toMatchObject([
    { value: { namespace: 'eip155', accounts: [{ address: accounts[0].address }] } },
  ])
  expect(await stateOf(page)).toMatchObject({ activeNamespace: 'eip155', wallet: { name: 'Harbor' } })
  await signsOnEvm(page, accounts[0].address)

  // Inside the wallets their users choose other accounts.
  await harbor.selectAccounts([accounts[2]])
  await expect.poll(() => addressOf(page, 'eip155')).toBe(accounts[2].address)
  await lantern.select(1)
  const [other] = lantern.accounts()
  await expect.poll(() => addressOf(page, 'solana')).toBe(other?.address)
  await signsOnSolana(page, other?.address ?? '')

  await page.reload()
  await connected(page)
  await expect.poll(() => addressOf(page, 'eip155')).toBe(accounts[2].address)
  await expect.poll(() => addressOf(page, 'solana')).toBe(other?.address)
  expect(await stateOf(page)).toMatchObject({ activeNamespace: 'eip155', wallet: { name: 'Harbor' } })

  // The active one leaves: the family's next wallet answers, and nobody hears of a disconnect.
  await open(page)
  await dialog.button(/^Wallets/).click()
  await dialog.button('More for Harbor').click()
  await dialog.shows('ProfileWallet')
  await dialog.button('Disconnect').click()
  await dialog.shows('ProfileWallets')
  await expect.poll(() => addressOf(page, 'eip155')).toBe(accounts[1].address)
  expect(await events(page, 'disconnect')).toEqual([])

  // Taken back within six seconds.
  await dialog.button('Undo').click()
  await expect.poll(() => addressOf(page, 'eip155')).toBe(accounts[2].address)
  await dialog.button('More for Harbor').click()
  await dialog.button('Disconnect').click()
  await expect.poll(() => addressOf(page, 'eip155')).toBe(accounts[1].address)
  await dialog.button('Close').click()
  await dialog.closed()
  await expect.poll(() => harbor.methods().filter((method) => method === 'wallet_revokePermissions').length).toBe(1)

  await page.reload()
  await connected(page)
  await expect.poll(() => addressOf(page, 'eip155')).toBe(accounts[1].address)
  await expect.poll(() => addressOf(page, 'solana')).toBe(other?.address)
})

test('behavior: one extension of three families is one row; the next family connects without another', async ({
  page,
  context,
  hosts,
  install,
  dialog,
}) => {
  const evm = await install({ info: { name: 'Fable', rdns: 'example.fable' } })
  const standard = await installStandardExtension(context, { name: 'Fable', icon: evm.info.icon, bitcoin: true })
  await page.goto(hosts.url('families', 'npm', { features, networks: [networkIds.first, solanaMainnet, bitcoin] }))
  const [solana, payment, ordinals] = standard.accounts()

  await open(page)
  await dialog.shows('Connect')
  await expect(dialog.wallet('Fable')).toHaveCount(1)
  await dialog.choose('Fable')
  await dialog.shows('ConnectingMultiChain')
  for (const family of ['Ethereum', 'Solana', 'Bitcoin']) await expect(dialog.button(new RegExp(`^${family}`))).toBeVisible()
  await dialog.button(/^Solana/).click()
  await connected(page)
  await dialog.closed()
  expect(await addressOf(page, 'solana')).toBe(solana?.address)

  // The network of a family without a wallet leads to one.
  await open(page)
  await dialog.button(/^Network(?!:)/).click()
  await dialog.button(/^Bitcoin.*Needs a Bitcoin wallet/).click()
  await dialog.shows('SwitchActiveChain')
  await expect(dialog.wallet('Fable')).toContainText('Already connected')
  await dialog.wallet('Fable').click()
  await expect.poll(() => addressOf(page, 'bip122')).toBe(payment?.address)
  await dialog.closed()

  await open(page)
  await dialog.button(/^Wallets/).click()
  await dialog.button('Add wallet').click()
  await dialog.choose('Fable')
  await dialog.shows('ConnectingMultiChain')
  await expect(dialog.button(/^Bitcoin.*Connected/)).toBeVisible()
  await dialog.button(/^Ethereum/).click()
  await dialog.shows('ProfileWallets')
  await expect.poll(() => addressOf(page, 'eip155')).toBe(accounts[0].address)

  // Bitcoin's two accounts: the other kind is a tap away, and stays after a reload.
  await dialog.button(/^Fable.*Ordinals/).click()
  await expect.poll(() => addressOf(page, 'bip122')).toBe(ordinals?.address)
  expect(await stateOf(page)).toMatchObject({ activeNamespace: 'bip122' })

  await page.reload()
  await connected(page)
  await expect.poll(() => addressOf(page, 'eip155')).toBe(accounts[0].address)
  await expect.poll(() => addressOf(page, 'solana')).toBe(solana?.address)
  await expect.poll(() => addressOf(page, 'bip122')).not.toBeUndefined()
  expect(await stateOf(page)).toMatchObject({ activeNamespace: 'bip122' })
  expect(standard.asked.filter((method) => method === 'connect')).toHaveLength(2)
})

test('behavior: a name of one’s own is kept here, and a page without multiWallet says so', { tag: '@once' }, async ({
  page,
  hosts,
  install,
  dialog,
  lines,
}) => {
  await install()
  await second(install)
  await page.goto(hosts.url('single', 'npm', { features: { multiWallet: false } }))
  await open(page)
  await dialog.choose('Harbor')
  await connected(page)
  await dialog.closed()

  await page.evaluate(() => void window.host.modal.open({ view: 'ProfileWallets' }))
  await dialog.shows('ProfileWallets')
  await expect(dialog.text('Multi-Wallet Not Enabled')).toBeVisible()
  await expect.poll(() => lines).toEqual([expect.stringContaining('Multi-Wallet Not Enabled')])
  await dialog.button('More for Harbor').click()
  await dialog.button('Rename here').click()
  await dialog.frame.getByRole('textbox', { name: 'Name' }).fill('Savings')
  await dialog.button('Save').click()
  await expect(dialog.heading('Savings')).toBeVisible()
  await dialog.button('Back').click()
  await expect(dialog.wallet('Savings')).toBeVisible()

  // Another wallet takes the first one's place.
  await dialog.button('Use another wallet').click()
  await dialog.choose('Kestrel')
  await expect.poll(() => addressOf(page, 'eip155')).toBe(accounts[1].address)
  await dialog.shows('ProfileWallets')
  await expect(dialog.wallet('Kestrel')).toHaveCount(1)
  await expect(dialog.wallet('Savings')).toHaveCount(0)
})
