import AxeBuilder from '@axe-core/playwright'
import type { Modal } from '@latchkey/sdk'
import { chainIds } from '@latchkey/testkit/src/chains/chainIds.ts'
import { formatEther, type Hex } from 'viem'
import { chainClient, networkIds } from './support/server.ts'
import { expect, test } from './support/test.ts'

// As most people see it.
test.use({ reducedMotion: 'no-preference' })

/* The main job on the playground, with the Test wallet that every development server offers. */

const recipient = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

test('behavior: a newcomer connects, signs, sends, switches, reloads and disconnects', async ({ page, server, dialog, problems }) => {
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  const prompt = page.locator('dialog.test-wallet')
  const answer = async (question: string, button: string) => {
    await expect(prompt.getByRole('heading', { name: question })).toBeVisible()
    await prompt.getByRole('button', { name: button }).click()
    await expect(prompt).toHaveCount(0)
  }
  await page.goto(server.app)

  await test.step('connect', async () => {
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await dialog.choose('Test wallet')
    await answer('Connect to this site?', 'Connect')
    await dialog.closed()
    await expect(card('Connect').getByText('Connected', { exact: true })).toBeVisible()
    await expect(card('Connect').getByText('with Test wallet')).toBeVisible()
  })

  await test.step('sign a message and typed data; the page proves the signer', async () => {
    await page.getByRole('button', { name: 'Sign message' }).click()
    await expect(prompt.getByText('Hello from the playground')).toBeVisible()
    await answer('Sign this message?', 'Sign')
    await expect(card('Sign a message').getByText('Verified: made by the connected account')).toBeVisible()

    await page.getByRole('button', { name: 'Sign typed data' }).click()
    await expect(prompt.getByText('Brass latchkey')).toBeVisible()
    await answer('Sign this data?', 'Sign')
    await expect(card('Sign an order').getByText('Verified: made by the connected account')).toBeVisible()
  })

  await test.step('send a transaction; the receipt is on the chain', async () => {
    const chain = chainClient(server, chainIds.first)
    const before = await chain.getBalance({ address: recipient })
    await page.getByRole('button', { name: 'Send transaction' }).click()
    await answer('Send this transaction?', 'Send')
    const sent = card('Send a transaction')
    await expect(sent.getByText(/In block \d+/)).toBeVisible()
    const hash = (await sent.locator('dd code').first().textContent()) as Hex
    const receipt = await chain.getTransactionReceipt({ hash })
    expect(receipt.status).toBe('success')
    expect(receipt.to).toBe(recipient.toLowerCase())
    expect(formatEther((await chain.getBalance({ address: recipient })) - before)).toBe('0.01')
  })

  const networks = card('Switch network')
  await test.step('switch network', async () => {
    await networks.getByRole('button', { name: networkIds.second }).click()
    await answer('Switch network?', 'Switch')
    await expect(networks.getByRole('button', { name: networkIds.second })).toHaveAttribute('aria-pressed', 'true')
    await expect(networks.getByText(/^Now on /)).toBeVisible()
    await dialog.closed()
  })

  await test.step('sign-in: optional, signed in, signed out, off again', async () => {
    const signIn = card('Sign-in')
    await expect(signIn.getByText('A connection is enough.')).toBeVisible()
    await signIn.getByRole('radio', { name: 'Optional' }).check()
    await signIn.getByRole('button', { name: 'Sign in' }).click()
    await dialog.shows('SIWXSignMessage')
    await dialog.button('Sign in').click()
    await answer('Sign this message?', 'Sign')
    await dialog.closed()
    await expect(signIn.getByText(networkIds.second)).toBeVisible()
    await signIn.getByRole('button', { name: 'Sign out' }).click()
    await expect(signIn.getByText('Signed out')).toBeVisible()
    await expect(signIn.getByText(networkIds.second)).toHaveCount(0)
    await signIn.getByRole('radio', { name: 'Required' }).check()
    await expect(card('Connect').getByText('Connected', { exact: true })).toHaveCount(0)
    await signIn.getByRole('radio', { name: 'Off' }).check()
    await expect(card('Connect').getByText('Connected', { exact: true })).toBeVisible()
  })

  await test.step('reload: still connected, on the same network, nothing asked', async () => {
    await page.reload()
    await expect(card('Connect').getByText('Connected', { exact: true })).toBeVisible()
    await expect(networks.getByRole('button', { name: networkIds.second })).toHaveAttribute('aria-pressed', 'true')
    await expect(prompt).toHaveCount(0)
  })

  await test.step('disconnect, and stay disconnected', async () => {
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await expect(card('Connect').getByText('Not connected')).toBeVisible()
    await expect(page.getByText('All done.')).toBeVisible()
    await page.reload()
    await expect(card('Connect').getByText('Not connected')).toBeVisible()
  })

  expect(problems).toEqual([])
})

test('error: a rejection in the Test wallet is the page’s 4001, and the dialog says so in its own words; a second request while it asks is -32002; the page follows what the user does in it', {
  tag: '@alike',
}, async ({ page, server, dialog, problems }) => {
  const prompt = page.locator('dialog.test-wallet')
  await page.goto(server.app)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.choose('Test wallet')
  await prompt.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.heading('Request cancelled')).toBeVisible()
  await dialog.button('Try again').click()
  await prompt.getByRole('button', { name: 'Connect' }).click()
  await dialog.closed()

  await page.getByRole('button', { name: 'Sign message' }).click()
  await prompt.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('4001 User rejected the request.')).toBeVisible()

  await test.step('a second request while it asks is refused, and the first one goes on', async () => {
    const answers = page.evaluate(async () => {
      const provider = (window as unknown as { Modal: Modal }).Modal.provider('eip155')
      const [address] = (await provider.request({ method: 'eth_accounts' })) as string[]
      const sign = () =>
        provider.request({ method: 'personal_sign', params: ['0x48656c6c6f', address] }).then(
          () => 'signed',
          ({ code }: { code: number }) => code,
        )
      return Promise.all([sign(), sign()])
    })
    await expect(prompt.getByText('Hello', { exact: true })).toBeVisible()
    await prompt.getByRole('button', { name: 'Sign' }).click()
    expect(await answers).toEqual(['signed', -32002])
  })

  await test.step('another account and another network, chosen in the wallet', async () => {
    const state = page.getByRole('region', { name: 'Modal.getState()' })
    await page.getByRole('radio', { name: /^Account 2/ }).check()
    await expect(state).toContainText('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
    await page.getByRole('group', { name: 'Network of the Test wallet' }).getByRole('radio').nth(1).check()
    await expect(state).toContainText('"selectedNetworkId": "eip155:31338"')
    await page.getByRole('tab', { name: 'Events' }).click()
    await page.getByLabel('Filter').fill('chainChanged')
    await expect(page.getByRole('list', { name: 'Events, newest first' }).getByText('0x7a6a')).toBeVisible()
  })
  expect(problems).toEqual([])
})

test('error: without its server’s data, and without the script, the page says what is missing', { tag: '@once' }, async ({
  page,
  server,
  expectProblems,
}) => {
  expectProblems('error: Failed to load resource: net::ERR_FAILED')
  await page.route(`${server.dialog}/sdk.js`, (route) => route.abort())
  await page.goto(server.app)
  await expect(page.getByRole('heading', { name: 'The dialog’s script did not load' })).toBeVisible()
  await page.route(`${server.app}/`, async (route) => {
    const response = await route.fetch({
      url: server.app.replace('app.localhost', '127.0.0.1'),
      headers: { host: new URL(server.app).host },
    })
    const body = (await response.text()).replace(/<script type="application\/json".*?<\/script>/, '')
    await route.fulfill({ response, body })
  })
  await page.goto(server.app)
  await expect(page.getByRole('heading', { name: 'This page has no server behind it' })).toBeVisible()
})

test('behavior: the playground and its wallet are free of accessibility violations in both themes', { tag: '@once' }, async ({
  page,
  server,
  dialog,
}) => {
  const prompt = page.locator('dialog.test-wallet')
  const check = async (what: string) => {
    const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze()
    expect(violations.map(({ id, nodes }) => `${what}: ${id} ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
  }
  await page.goto(server.app)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.choose('Test wallet')
  await prompt.getByRole('button', { name: 'Connect' }).click()
  await dialog.closed()
  await page.getByRole('radio', { name: 'Light' }).check()
  for (const tab of ['State', 'Events', 'Code']) {
    await page.getByRole('tab', { name: tab }).click()
    await check(`light, ${tab}`)
  }
  await page.getByRole('tab', { name: 'Events' }).click()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await check('dark')
  await page.getByRole('button', { name: 'Sign typed data' }).click()
  await expect(prompt).toBeVisible()
  await check('dark, the wallet asks')
})
