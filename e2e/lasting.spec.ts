import { encodeFunctionData, erc20Abi, maxUint256, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { findings } from './support/axe.ts'
import { loginByEmail, pressLast, pressYes, secureOf } from './support/login.ts'
import { mailed } from './support/mail.ts'
import { sendCoin } from './support/money.ts'
import { makeCode, openSecurity, sound } from './support/security.ts'
import { networkIds, tokenOf } from './support/server.ts'
import { expect, request, test } from './support/test.ts'

/* What outlives its request, on a page whose other approvals are in the frame: asked for in the wallet's window, with a proof of the user. */

test('error: no limit is granted in the frame; the window grants it, once a user with a second factor has shown that it is them', {
  tag: '@once',
}, async ({ page, server, hosts, dialog, problems }) => {
  test.setTimeout(180_000)
  await page.goto(hosts.url('meadow', 'script'))
  await page.evaluate(() => void window.host.modal.open())
  const email = await loginByEmail(page, server)
  await dialog.closed()
  const [owner = '0x'] = (await request(page, 'eth_accounts')).result as `0x${string}`[]
  await sendCoin(server, { network: networkIds.first, to: owner, amount: parseEther('1') })
  const approval = (amount: bigint) => ({
    from: owner,
    to: tokenOf(server, networkIds.first, 'USDC'),
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [privateKeyToAddress(generatePrivateKey()), amount] }),
  })
  const ask = (amount: bigint) => request(page, 'eth_sendTransaction', [approval(amount)])
  const secure = secureOf(page)
  const open = async () => {
    await dialog.shows('ApproveTransaction')
    await expect(secure.locator('main[data-surface="window"]')).toBeVisible({ timeout: 30_000 })
    await expect(secure.getByTestId('approve')).toHaveCount(0)
    const [popup] = await Promise.all([page.waitForEvent('popup'), secure.getByTestId('open-window').click()])
    await expect(popup.getByText('Unlimited USDC')).toBeVisible()
    return popup
  }

  await test.step('without a second factor, the window is enough', async () => {
    const sent = ask(maxUint256)
    const popup = await open()
    const yes = popup.getByTestId('approve')
    await expect(yes).toHaveAttribute('aria-disabled', 'false')
    await pressLast(yes)
    expect((await sent).result).toMatch(/^0x[0-9a-f]{64}$/)
    await dialog.closed()
  })

  await test.step('with one, the user shows first that it is them', async () => {
    const security = await openSecurity(page)
    await makeCode(security)
    await security.close()
    // A sign-in is a proof for five minutes: from here on it is over.
    await page.route(/\/auth\/v1\/(?!step-up)/, async (route) => {
      const { host } = new URL(route.request().url())
      // Node knows no names below localhost.
      const url = route
        .request()
        .url()
        .replace(/\/\/[^/:]+/, '//127.0.0.1')
      const response = await route.fetch({ url, headers: { ...route.request().headers(), host } })
      await route.fulfill({ response, body: (await response.text()).replace(/"stepUpUntil":"[^"]*"/, '"stepUpUntil":null') })
    })
    await page.reload()
    await expect.poll(async () => (await request(page, 'eth_accounts')).result).toEqual([owner])
    const sent = ask(maxUint256)
    const popup = await open()
    await expect(popup.getByTestId('approve')).toHaveCount(0)
    await expect(popup.getByText('Confirm that it is you')).toBeVisible()
    expect(await findings(popup)).toEqual([])
    await popup.screenshot({ path: 'e2e/screenshots/lasting/proof.png' })
    await popup.getByTestId('prove').click()
    await sound(popup, 'stepUp')
    const told = popup.getByText(`We sent a code to ${email}`)
    await expect(told.or(popup.getByText('Please wait a little'))).toBeVisible()
    if (!(await told.isVisible())) await popup.getByRole('button', { name: 'Send a new code' }).click({ timeout: 40_000 })
    await expect(told).toBeVisible()
    await popup.getByLabel('Six-digit code').fill(await mailed(server, email, /^ {4}(\d{6})$/m))
    await popup.getByRole('button', { name: 'Confirm' }).click()
    const yes = popup.getByTestId('approve')
    await expect(yes).toHaveAttribute('aria-disabled', 'false')
    await pressLast(yes)
    expect((await sent).result).toMatch(/^0x[0-9a-f]{64}$/)
    await dialog.closed()
  })

  await test.step('a limit that is taken back stays in the frame', async () => {
    const sent = ask(0n)
    await dialog.shows('ApproveTransaction')
    await pressYes(secure.getByTestId('approve'), { timeout: 30_000 })
    expect((await sent).result).toMatch(/^0x[0-9a-f]{64}$/)
    await dialog.closed()
  })
  expect(problems).toEqual([])
})
