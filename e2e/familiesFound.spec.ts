import { familyExtensions } from '@latchkey/testkit/src/extensions/familyExtension.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

/* Wallets of the other families are found whenever their code comes: with the page, at once, or late. No page here names its networks. */

const families = {
  solana: { install: familyExtensions.solana, wallet: 'Harbor' },
  bip122: { install: (context) => familyExtensions.bitcoin(context), wallet: 'Quarry' },
  polkadot: { install: familyExtensions.polkadot, wallet: 'Polkadot{.js}'.replace(/[{}.]/g, '\\$&') },
  cosmos: { install: familyExtensions.cosmos, wallet: 'Keplr' },
} as const satisfies Record<string, { install: (...args: Parameters<typeof familyExtensions.solana>) => unknown; wallet: string }>
type Family = keyof typeof families

const open = (page: Page, namespace: Family) => page.evaluate((name) => void window.host.modal.open({ namespace: name }), namespace)
const lists = Object.entries(families) as [Family, (typeof families)[Family]][]

for (const [namespace, { install, wallet }] of lists) {
  test(`behavior: a page in one file lists the wallets of ${namespace} @once`, async ({ page, context, hosts, dialog, server }) => {
    await install(context, server)
    await page.goto(hosts.url('meadow', 'single', { projectId: server.projects.families }))
    await open(page, namespace)
    await dialog.shows('Connect')
    await expect(dialog.wallet(wallet)).toBeVisible()
  })
}

test('behavior: chunks that are there at once lose no wallet @once', async ({ page, context, hosts, dialog, server }) => {
  await familyExtensions.solana(context, server)
  const url = hosts.url('meadow', 'npm', { projectId: server.projects.families })
  const chunk = /\/npm-.*\.js$/
  const chunks = new Map<string, Promise<string>>()
  page.on(
    'response',
    (response) => chunk.test(response.url()) && !chunks.has(response.url()) && chunks.set(response.url(), response.text()),
  )
  await page.goto(url)
  await open(page, 'solana')
  await expect(dialog.wallet('Harbor')).toBeVisible()
  await page.route(chunk, async (route) => {
    await route.fulfill({ contentType: 'text/javascript', body: (await chunks.get(route.request().url())) ?? '' })
  })
  for (let visit = 0; visit < 3; visit++) {
    await page.goto(url)
    await open(page, 'solana')
    await expect(dialog.wallet('Harbor')).toBeVisible()
  }
})

test('behavior: while a family’s code is on its way the list is loading, and never says that there is no wallet @once', async ({
  page,
  context,
  hosts,
  dialog,
  server,
}) => {
  await familyExtensions.solana(context, server)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/npm-solana.*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  // Nothing but what the page finds can be offered: no code, no recommendation.
  const options = {
    projectId: server.projects.families,
    excludeWalletIds: ['walletConnect'],
    includeWalletIds: ['ws:Harbor'],
    features: { email: false, socials: false },
  }
  await page.goto(hosts.url('meadow', 'npm', options))
  await open(page, 'solana')
  await dialog.shows('Connect')
  await expect(dialog.main.getByRole('list')).toHaveAttribute('aria-busy', 'true')
  await expect.poll(() => page.evaluate(() => window.host.modal.getState().ready)).toBe(true)
  await expect(dialog.text('No wallet here yet')).toHaveCount(0)
  await expect(dialog.main.getByRole('list')).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(dialog.wallet('Harbor')).toBeVisible()
  await expect(dialog.main.getByRole('list')).not.toHaveAttribute('aria-busy')
})

test('behavior: where nothing is found in the end, it says so @once', async ({ page, hosts, dialog, server, lines }) => {
  const options = {
    projectId: server.projects.families,
    excludeWalletIds: ['walletConnect'],
    includeWalletIds: ['ws:Harbor'],
    features: { email: false, socials: false },
  }
  await page.goto(hosts.url('meadow', 'npm', options))
  await open(page, 'solana')
  await expect(dialog.text('No wallet here yet')).toBeVisible()
  await expect
    .poll(() => lines)
    .toEqual([expect.stringContaining('names "ws:Harbor", a wallet that neither the directory nor this page has')])
})
