import { png } from '@latchkey/testkit/src/pictures.ts'
import type { Locator } from '@playwright/test'
import { choose, newAccount, openAccount } from './support/account.ts'
import { sendCoin } from './support/money.ts'
import { networkIds } from './support/server.ts'
import { expect, openConnected, test } from './support/test.ts'

/* Pictures of networks and of the wallet where the user looks at their money: seen, or a letter in their place. */

/** What arrived is seen at the latest after one request of the dialog's and one of the server's, which are ten seconds apart each. */
const arrival = { timeout: 25_000 }
const image = (name: string) => `https://img.meadow.example/${name}.png`

/** A picture that has arrived, and is drawn. */
async function expectPicture(mark: Locator): Promise<void> {
  await expect(mark).toBeVisible()
  await expect.poll(() => mark.locator('img').evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(8)
}
/** No picture: the first letter, in a disc or a tile that can be seen. */
async function expectLetter(mark: Locator, letter: string): Promise<void> {
  await expect(mark.locator('img')).toHaveCount(0)
  await expect(mark).toHaveText(letter)
  await expect(mark).toBeVisible()
}

for (const { what, wallet, first, second, isSeen } of [
  { what: 'are seen', wallet: 'good', first: 'good', second: 'good', isSeen: true },
  { what: 'that do not arrive are letters', wallet: 'broken', first: 'broken', second: 'none', isSeen: false },
])
  test(`@once pictures of networks and the wallet ${what}, in the account, its activity and where it receives`, async ({
    page,
    hosts,
    install,
    dialog,
    server,
    expectProblems,
  }) => {
    if (!isSeen) expectProblems('error: Failed to load resource: the server responded with a status of 502 (Bad Gateway)')
    // The server itself is asked to sign; what it would fetch of a stranger is answered here.
    await page.context().route(`${server.api}/v1/image?*`, async (route) => {
      const url = new URL(route.request().url()).searchParams.get('url')
      if (url !== image('good')) return route.fulfill({ status: 502 })
      await route.fulfill({
        contentType: 'image/png',
        body: Buffer.from(png(8, 8)),
        headers: { 'cross-origin-resource-policy': 'cross-origin' },
      })
    })
    const extension = await install()
    const account = newAccount()
    await extension.selectAccounts([account])
    for (const network of [networkIds.first, networkIds.second])
      await sendCoin(server, { network, to: account.address, amount: 2n * 10n ** 18n })
    const pictures = { first: image(first), second: image(second) }
    await openConnected(
      page,
      hosts.url('meadow', 'npm', {
        connectorImages: { Harbor: image(wallet) },
        chainImages: { [networkIds.first]: pictures.first, ...(second === 'none' ? {} : { [networkIds.second]: pictures.second }) },
      }),
    )
    await openAccount(page)
    const mark = (inside: Locator) => (isSeen ? expectPicture(inside) : expectLetter(inside, 'L'))
    const row = (name: RegExp) => dialog.main.locator('[data-token]').filter({ has: dialog.frame.getByRole('button', { name }) })
    const tokens = [row(/^ETH 2 on Local Chain \$/), row(/^ETH 2 on Local Chain Two/)]
    for (const one of tokens) {
      await expect(one).toBeVisible(arrival)
      await mark(one.locator('.g-24'))
    }
    const connector = dialog.main.locator('.identity .w')
    await (isSeen ? expectPicture(connector) : expectLetter(connector, 'H'))
    const chip = dialog.main.locator('.net-chip .g-24')
    await mark(chip)

    await choose(dialog, 'Activity')
    await expect(dialog.main.locator('[data-activity]').first()).toBeVisible(arrival)
    await mark(chip)

    await choose(dialog, 'Tokens')
    await dialog.button('Receive').click()
    await dialog.shows('WalletReceive')
    const dots = dialog.main.locator('.chain-dots .g-24')
    await expect.poll(() => dots.count()).toBeGreaterThan(1)
    for (const one of [dots.nth(0), dots.nth(1)]) await mark(one)
  })
