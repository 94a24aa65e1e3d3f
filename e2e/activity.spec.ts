import { chainIds } from '@latchkey/testkit/src/chains/chainIds.ts'
import { accounts } from '@latchkey/testkit/src/extensions/extension.ts'
import { type Address, createTestClient, createWalletClient, custom, defineChain, http, publicActions } from 'viem'
import { getAssets } from 'viem/experimental/erc7811'
import { askByHost } from '../scripts/lib/askByHost.js'
import { choose, newAccount, openAccount, rows, token, total } from './support/account.ts'
import { mintNft, sendCoin, sendToken } from './support/money.ts'
import { connectPhone, test } from './support/phone.ts'
import { networkIds, type Server } from './support/server.ts'
import { answerProvider, newName, openProvider } from './support/social.ts'
import { localSolana } from './support/solana.ts'
import { expect, openConnected, request, stateOf } from './support/test.ts'

/* What happened to the account, on the real chains, by way of the real server: as it happens, and without a reload. */

/** Of what is in the chain. */
const soon = { timeout: 2_000 }
/** Where no stream tells of it: after one request of the dialog's and one of the server's, which are ten seconds apart each. */
const polled = { timeout: 25_000 }
const ether = 10n ** 18n

/** The first local chain, while it mines nothing by itself. */
async function paused(server: Server, run: (mine: () => Promise<void>) => Promise<void>) {
  const node = createTestClient({ mode: 'anvil', transport: http(server.chains[networkIds.first]) })
  await node.setAutomine(false)
  try {
    await run(() => node.mine({ blocks: 1 }))
  } finally {
    await node.setAutomine(true)
    await node.mine({ blocks: 1 })
  }
}

/** Sends by the gateway, as a wallet that uses our nodes does. */
async function sendByGateway(server: Server, to: Address, value: bigint) {
  const gateway = `${server.api}/v1/?chainId=${networkIds.first}&projectId=${server.projects.open}`
  const chain = defineChain({
    id: chainIds.first,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [gateway] } },
  })
  const [account] = accounts
  const request = async (call: object) => {
    const { text } = await askByHost(gateway, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }) })
    const { result, error } = JSON.parse(text)
    if (error) throw Object.assign(new Error(error.message), error)
    return result
  }
  const wallet = createWalletClient({ account, chain, transport: custom({ request }, { retryCount: 0 }) }).extend(publicActions)
  return wallet.sendTransaction({ to, value })
}

test('behavior: coins that are sent appear in Tokens, total and Activity at once, in two tabs @once', async ({
  page,
  context,
  hosts,
  install,
  server,
}) => {
  const extension = await install()
  const account = newAccount()
  await extension.selectAccounts([account])
  const url = hosts.url('meadow', 'script')
  await openConnected(page, url)
  const first = await openAccount(page)
  const other = await context.newPage()
  await other.goto(url)
  const second = await openAccount(other)
  await choose(first, 'Activity')
  await expect(first.text('Nothing yet')).toBeVisible()
  await expect(second.text('No tokens yet')).toBeVisible()

  await sendCoin(server, { network: networkIds.first, to: account.address, amount: 2n * ether })
  await Promise.all([
    expect(rows(first, /^Received.*\+2\.000 ETH/)).toBeVisible(soon),
    expect(total(first)).not.toHaveText('$0.00', soon),
    expect(token(second, /ETH2/)).toBeVisible(soon),
    expect(total(second)).not.toHaveText('$0.00', soon),
  ])
  await sendToken(server, { network: networkIds.first, to: account.address, token: 'USDC', amount: 25_500_000n })
  await Promise.all([expect(rows(first, /\+25\.500 USDC\$25\.50/)).toBeVisible(soon), expect(token(second, /USDC25\.5/)).toBeVisible(soon)])
  await choose(second, 'Activity')
  await expect(second.main.locator('[data-activity]')).toHaveCount(2)
  await expect(second.main.locator('[data-activity]').first()).toContainText('USDC')
  await expect(rows(second, /ETH/)).toContainText(/from \u2066?0x\w{2}…\w{6}/)
})

test('behavior: a phone wallet’s account shows what a script sends to it, first as pending, and says it where one waits for it @once', async ({
  page,
  hosts,
  dialog,
  server,
  startPhone,
}) => {
  test.setTimeout(90_000)
  const phone = await startPhone({ namespaces: ['eip155'] })
  await page.goto(hosts.url('meadow', 'script'))
  await connectPhone(page, dialog, phone)
  const address = (await stateOf(page)).accounts.eip155?.[0]?.address as Address
  await openAccount(page)
  await choose(dialog, 'Activity')
  await expect(dialog.text('Nothing yet')).toBeVisible()
  await paused(server, async (mine) => {
    await sendByGateway(server, address, ether / 2n)
    await expect(rows(dialog, /\+0\.500 ETH/)).toHaveAttribute('data-status', 'pending', soon)
    await mine()
    await expect(rows(dialog, /\+0\.500 ETH/)).toHaveAttribute('data-status', 'confirmed', soon)
  })
  await expect(total(dialog)).not.toHaveText('$0.00', soon)

  await dialog.button('Receive').click()
  await dialog.shows('WalletReceive')
  await sendToken(server, { network: networkIds.first, to: address, token: 'USDC', amount: 25_500_000n })
  // What nobody vouches for does not arrive.
  await sendToken(server, { network: networkIds.first, to: address, token: 'COPY', amount: 1_000_000_000n })
  await expect(dialog.main.locator('[data-arrival]')).toHaveText(/25\.500.*USDC.* arrived on .*Local Chain/, soon)
  await dialog.button('From an exchange').click()
  await dialog.shows('WalletFund')
  await expect(dialog.text('Local Chain is a test network')).toBeVisible()
  await sendCoin(server, { network: networkIds.second, to: address, amount: ether })
  await expect(dialog.main.locator('[data-arrival]')).toHaveText(/1\.000.*ETH.* arrived on .*Local Chain Two/, soon)
})

test('behavior: the embedded wallet’s accounts show what is sent to them, on EVM and Solana, and tell the page what there is @once', async ({
  page,
  hosts,
  dialog,
  server,
}) => {
  test.setTimeout(90_000)
  await page.goto(hosts.url('meadow', 'npm', { projectId: server.projects.families }))
  await page.evaluate(() => void window.host.modal.open())
  await answerProvider(await openProvider(page, 'Google'), newName())
  await dialog.closed()
  const { accounts: own } = await stateOf(page)
  const [evm, solana] = [own.eip155?.[0]?.address as Address, own.solana?.[0]?.address ?? '']
  await openAccount(page)
  await expect(dialog.text('No tokens yet')).toBeVisible()
  await sendCoin(server, { network: networkIds.first, to: evm, amount: 2n * ether })
  await sendToken(server, { network: networkIds.first, to: evm, token: 'USDC', amount: 25_500_000n })
  await Promise.all([
    expect(token(dialog, /ETH2/)).toBeVisible(soon),
    expect(token(dialog, /USDC25\.5/)).toBeVisible(soon),
    expect(total(dialog)).not.toHaveText('$0.00', soon),
  ])
  await choose(dialog, 'Activity')
  await expect(rows(dialog, /^Received/)).toHaveCount(2)

  await test.step('the page hears the same from the wallet, without an approval', async () => {
    const ask = async ({ method, params }: { method: string; params?: unknown }) => {
      const answer = await request(page, method, params as unknown[])
      if (answer.code !== undefined) throw Object.assign(new Error(answer.message), answer)
      return answer.result
    }
    const client = createWalletClient({ account: evm, transport: custom({ request: ask }, { retryCount: 0 }) })
    const assets = await getAssets(client, { chainIds: [chainIds.first], aggregate: false })
    expect(assets[chainIds.first]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'native', balance: 2n * ether }),
        expect.objectContaining({ type: 'erc20', balance: 25_500_000n, metadata: { name: 'USDC', symbol: 'USDC', decimals: 6 } }),
      ]),
    )
    await expect(getAssets(client, { account: '0x00000000000000000000000000000000000a11ce' })).rejects.toThrow()
  })

  await test.step('on Solana', async () => {
    const network = localSolana(server).id
    await dialog
      .button(/^Network/)
      .first()
      .click()
    await dialog.shows('Networks')
    await dialog.button(/^Local Solana/).click()
    await dialog.shows('Account')
    await choose(dialog, 'Tokens')
    await expect(dialog.text('No tokens yet')).toBeVisible()
    await sendCoin(server, { network, to: solana, amount: 2_000_000_000n })
    await sendToken(server, { network, to: solana, token: 'USDC', amount: 5_000_000n })
    await expect(token(dialog, /SOL2/)).toBeVisible(polled)
    await expect(token(dialog, /USDC5/)).toBeVisible(polled)
  })
})

test('behavior: what is sent by the gateway is pending first, and is resolved by itself @once', async ({
  page,
  hosts,
  install,
  server,
}) => {
  const extension = await install()
  const account = newAccount()
  await extension.selectAccounts([account])
  await openConnected(page, hosts.url('meadow', 'script'))
  const dialog = await openAccount(page)
  await choose(dialog, 'Activity')
  await expect(dialog.text('Nothing yet')).toBeVisible()
  await paused(server, async (mine) => {
    await sendByGateway(server, account.address, ether / 4n)
    const row = rows(dialog, /\+0\.250 ETH/)
    await expect(row).toHaveAttribute('data-status', 'pending', soon)
    await expect(row).toContainText('Receiving')
    await mine()
    await expect(row).toHaveAttribute('data-status', 'confirmed', soon)
    await expect(row).toContainText('Received')
  })
  await choose(dialog, 'Tokens')
  await expect(token(dialog, /ETH0\.25/)).toBeVisible(soon)
})

test('behavior: an NFT appears with its picture, among what happened and among the NFTs @once', async ({
  page,
  hosts,
  install,
  server,
}) => {
  const extension = await install()
  const account = newAccount()
  await extension.selectAccounts([account])
  await openConnected(page, hosts.url('meadow', 'script'))
  const dialog = await openAccount(page)
  await choose(dialog, 'NFTs')
  await expect(dialog.text('No NFTs yet')).toBeVisible()
  await mintNft(server, { network: networkIds.first, to: account.address })
  const square = dialog.main.locator('[data-nft]')
  await expect(square).toBeVisible(soon)
  // The metadata is fetched after the block.
  await expect(square.locator('img')).toBeVisible()
  await square.getByRole('button').click()
  await expect(dialog.main.getByRole('button', { name: 'Copy contract address' })).toBeVisible()
  await choose(dialog, 'Activity')
  await expect(dialog.main.locator('[data-activity] img')).toBeVisible()
})

test('error: a history that does not come is said once, and can be asked for again @once', async ({
  page,
  hosts,
  install,
  expectProblems,
}) => {
  await install()
  await openConnected(page, hosts.url('meadow', 'script'))
  const history = /\/v1\/account\/[^/]+\/history/
  expectProblems('error: Failed to load resource: the server responded with a status of 503 (Service Unavailable)')
  await page.route(history, (route) => route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' }, body: '' }))
  const dialog = await openAccount(page)
  await choose(dialog, 'Activity')
  await expect(dialog.text('Failed to fetch transactions')).toBeVisible()
  await expect(dialog.text('Activity isn’t available right now')).toBeVisible()
  await page.unroute(history)
  await dialog.button('Try again').click()
  await expect(dialog.text('Activity isn’t available right now')).toBeHidden()
})

test('behavior: one stream while the account is on screen, and none once the dialog is closed @once', async ({ page, hosts, install }) => {
  await install()
  const streams: string[] = []
  page.on('request', (request) => request.resourceType() === 'eventsource' && streams.push(request.url()))
  const ended: string[] = []
  page.on('requestfailed', (request) => request.resourceType() === 'eventsource' && ended.push(request.url()))
  await openConnected(page, hosts.url('meadow', 'script'))
  expect(streams).toEqual([])
  const dialog = await openAccount(page)
  await expect.poll(() => streams.length).toBe(1)
  await choose(dialog, 'Activity')
  await choose(dialog, 'NFTs')
  await dialog.button('Close').click()
  await dialog.closed()
  await expect.poll(() => ended.length).toBe(1)
  expect(streams).toHaveLength(1)
})
