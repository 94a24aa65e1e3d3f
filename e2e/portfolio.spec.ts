import { familyExtensions } from '@latchkey/testkit/src/extensions/familyExtension.ts'
import { askByHost } from '../scripts/lib/askByHost.js'
import { choose, newAccount, openAccount, total } from './support/account.ts'
import { recordedFrames, recordFrames } from './support/frames.ts'
import { sendCoin, sendToken } from './support/money.ts'
import { networkIds } from './support/server.ts'
import { localSolana } from './support/solana.ts'
import { connected, expect, openConnected, test } from './support/test.ts'

/* What the user has: read from the real chains, by way of the real server. */

/** What arrived is seen at the latest after one request of the dialog's and one of the server's, which are ten seconds apart each. */
const arrival = { timeout: 25_000 }
const answers = /\/v1\/account\/[^/]+\/balance/

test('behavior: coins and tokens that are sent to the account appear by themselves, with their value @once', async ({
  page,
  hosts,
  install,
  dialog,
  server,
}) => {
  const headers = { 'access-control-allow-origin': '*' }
  // As a server tells it that has known the prices for minutes, also where this one has a database of yesterday.
  await page.route(answers, async (route) => {
    const told = JSON.parse((await askByHost(route.request().url())).text) as { balances: readonly object[] }
    await route.fulfill({ headers, json: { ...told, balances: told.balances.map((one) => ({ ...one, change24h: undefined })) } })
  })
  const extension = await install()
  const account = newAccount()
  await extension.selectAccounts([account])
  await openConnected(page, hosts.url('meadow', 'script'))
  await openAccount(page)
  await expect(dialog.text('No tokens yet')).toBeVisible()
  await expect(total(dialog)).toHaveText('$0.00')

  await sendCoin(server, { network: networkIds.first, to: account.address, amount: 2n * 10n ** 18n })
  await sendToken(server, { network: networkIds.second, to: account.address, token: 'USDC', amount: 25_000_000n })
  await expect(dialog.button(/^ETH 2 on Local Chain \$/)).toBeVisible(arrival)
  const usdc = dialog.button(/^USDC 25 on Local Chain Two \$25\.00/)
  await expect(usdc).toBeVisible(arrival)
  await expect(total(dialog)).not.toHaveText('$0.00')

  await usdc.click()
  await expect(dialog.button('Copy contract address')).toBeVisible()

  // No change is shown. From now on as if the prices had been known for a day.
  await expect(dialog.main.locator('[data-change]')).toHaveCount(0)
  /** Something happens, so that nobody waits until it is time to ask again. */
  const askNow = () => sendCoin(server, { network: networkIds.first, to: account.address, amount: 1n })
  const [told] = await Promise.all([
    page.waitForResponse((one) => answers.test(one.url()) && one.request().method() === 'GET', arrival),
    askNow(),
  ])
  const { balances } = (await told.json()) as { balances: readonly { symbol: string }[] }
  const moved = balances.map((one) => ({ ...one, change24h: one.symbol === 'ETH' ? 2 : -0.5 }))
  let gap: object = {}
  await page.route(answers, (route) => route.fulfill({ headers, json: { balances: moved, ...gap } }))
  await askNow()
  await expect(dialog.button(/^ETH 2 on Local Chain \$\S+ up 2\.00% in 24 hours$/)).toBeVisible(arrival)
  await expect(dialog.button(/^USDC 25 on Local Chain Two \$25\.00 down 0\.50% in 24 hours$/)).toBeVisible()
  const beside = dialog.main.locator('.balance')
  await expect(beside).toContainText(/up 1\.9\d% in 24 hours/)

  // A total that is not whole is marked, and no change passes for that of all.
  gap = { unavailable: [networkIds.second] }
  await askNow()
  await expect(beside).toContainText(/at least ≥ \$[\d,.]+without .?Local Chain Two/, arrival)
  gap = { stale: [networkIds.second] }
  await askNow()
  await expect(beside).toContainText(/about ≈ \$[\d,.]+.?Local Chain Two.? not up to date/, arrival)
  await expect(beside.locator('[data-change]')).toHaveCount(0)
})

test('behavior: an account that was seen before is drawn whole in its first frame, at the next opening and at the next visit @once', async ({
  page,
  hosts,
  install,
  dialog,
  server,
}) => {
  const extension = await install()
  const account = newAccount()
  await extension.selectAccounts([account])
  await sendCoin(server, { network: networkIds.first, to: account.address, amount: 2n * 10n ** 18n })
  await sendToken(server, { network: networkIds.second, to: account.address, token: 'USDC', amount: 25_000_000n })
  const url = hosts.url('meadow', 'script')
  await openConnected(page, url)
  await openAccount(page)
  await expect(dialog.button(/^USDC 25 on Local Chain Two/)).toBeVisible(arrival)
  await expect(dialog.button(/^ETH 2 on Local Chain/)).toBeVisible(arrival)
  const known = await total(dialog).textContent()
  const close = async () => {
    await dialog.button('Close').click()
    await dialog.closed()
  }
  /** Opens the account while no answer comes: what is drawn was known. */
  const openAgain = async (rows: number) => {
    await recordFrames(page)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await dialog.shows('Account')
    const { frames, placeholders } = await recordedFrames(page, 'Account')
    // Nothing else was seen before.
    expect(frames.find(({ view }) => view !== '')).toEqual({ view: 'Account', total: known, rows, placeholders: 0 })
    expect(placeholders).toBe(0)
  }
  await choose(dialog, 'Activity')
  await expect(dialog.main.locator('[data-activity]')).toHaveCount(1)
  await page.route(/\/v1\/account\//, () => {})
  await close()
  await test.step('the tab that was chosen, at the next opening', () => openAgain(1))
  await choose(dialog, 'Tokens')
  await close()
  await test.step('tokens, at the next opening', () => openAgain(2))
  await close()

  const fetched = page.waitForResponse(/\/Account-[^/]*\.js/)
  await page.goto(url)
  await connected(page)
  // Without a press: it is what the dialog opens with.
  await fetched
  await test.step('at the next visit', () => openAgain(2))
})

test('behavior: a token that nobody vouches for is folded away, counts for nothing, and says so when it is shown @once', async ({
  page,
  hosts,
  install,
  dialog,
  server,
}) => {
  const extension = await install()
  const account = newAccount()
  await extension.selectAccounts([account])
  const network = networkIds.first
  await sendToken(server, { network, to: account.address, token: 'COPY', amount: 1_000_000_000n })
  await openConnected(page, hosts.url('meadow', 'script'))
  await openAccount(page)
  await expect(dialog.text('1 hidden')).toBeVisible(arrival)
  await expect(total(dialog)).toHaveText('$0.00')
  await expect(dialog.text('Not verified')).toBeHidden()
  await dialog.button('Show').click()
  await expect(dialog.button(/^USDC Not verified [\d,]+ on Local Chain$/)).toBeVisible()
})

test('error: a server that stops answering leaves what was known, and says how old it is @once', async ({
  page,
  hosts,
  install,
  dialog,
  expectProblems,
}) => {
  await install()
  await openConnected(page, hosts.url('meadow', 'script'))
  await openAccount(page)
  await expect(total(dialog)).toHaveText(/^\$[\d,]+\.\d\d$/)
  const before = await total(dialog).textContent()
  expectProblems('error: Failed to load resource: the server responded with a status of 503 (Service Unavailable)')
  await page.route(answers, (route) => route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' }, body: '' }))
  await expect(dialog.text('Token Balance Unavailable')).toBeVisible({ timeout: 20_000 })
  await expect(dialog.text(/^as of /)).toBeVisible()
  await expect(total(dialog)).toHaveText(before ?? '')
  // Nobody asks again by themselves after a 503; the user may.
  await page.unroute(answers)
  await dialog.button('Try again').click()
  await expect(dialog.text(/^as of /)).toBeHidden()
})

test('behavior: a Solana account has SOL and its tokens, and an address to send to @once', async ({
  page,
  context,
  hosts,
  dialog,
  server,
}) => {
  const harbor = await familyExtensions.solana(context, server)
  const [address = ''] = harbor.addresses
  const { id: network } = localSolana(server)
  await sendCoin(server, { network, to: address, amount: 2_000_000_000n })
  await sendToken(server, { network, to: address, token: 'USDC', amount: 5_000_000n })
  await openConnected(page, hosts.url('meadow', 'script', { projectId: server.projects.families }))
  await openAccount(page)
  await expect(dialog.button(/^SOL \d/)).toBeVisible(arrival)
  await expect(dialog.button(/^USDC \d/)).toBeVisible(arrival)

  await dialog.button('Receive').click()
  await dialog.shows('WalletReceive')
  await expect(dialog.main.getByRole('img', { name: 'QR code of your address' })).toBeVisible()
  await expect(dialog.text('Only send Solana assets to this address.')).toBeVisible()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.button(`Copy address: ${address}`).click()
  await expect(dialog.button('Address copied')).toBeVisible()
  expect(await dialog.main.evaluate(() => navigator.clipboard.readText())).toBe(address)
})
