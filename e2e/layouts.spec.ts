import type { Page } from '@playwright/test'
import { verifyMessage } from 'viem'
import { dialogOf } from './support/dialog.ts'
import { type Hosts, serveHosts } from './support/hosts.ts'
import { type Layout, layouts, startLayout } from './support/layouts.ts'
import { loginByEmail, secureOf } from './support/login.ts'
import { connected, expect, request, stateOf, test } from './support/test.ts'

/* The two ways to choose the hostnames: the wallet below the shop's own domain (one site to the browser), or on domains of its own. */

const signed = async (page: Page) => {
  const address = ((await request(page, 'eth_accounts')).result as `0x${string}`[])[0] ?? '0x'
  const signing = request(page, 'personal_sign', ['0x48656c6c6f', address])
  const approve = secureOf(page).getByTestId('approve')
  await expect(approve).toHaveAttribute('aria-disabled', 'false')
  await approve.click()
  const { result } = await signing
  await dialogOf(page).closed()
  return verifyMessage({ address, message: 'Hello', signature: result as `0x${string}` })
}

const open = async (page: Page, hosts: Hosts, label: string) => {
  await page.goto(hosts.url(label, 'script'))
  await page.evaluate(() => void window.host.modal.open())
  await dialogOf(page).shows('Connect')
}

/** On domains of its own is how the other tests have it. */
const played = Object.keys(layouts).filter((name) => process.env.LATCHKEY_LONG || name.startsWith('below')) as Layout[]

for (const name of played)
  test(`behavior: the whole embedded wallet with dialog and secure origin ${name}`, { tag: '@once' }, async ({
    page,
    server,
    browser,
    problems,
  }) => {
    test.setTimeout(150_000)
    const { own, facts } = await startLayout(server, name)
    const hosts = await serveHosts(facts)
    try {
      await open(page, hosts, 'shop')
      await loginByEmail(page, server)
      await connected(page)
      await dialogOf(page).closed()
      const account = async (one: Page) => ((await request(one, 'eth_accounts')).result as string[])[0]
      const address = await account(page)
      expect(await signed(page)).toBe(true)

      await test.step('a reload, and another tab of the shop, keep the login', async () => {
        await page.reload()
        await connected(page)
        const tab = await page.context().newPage()
        await tab.goto(hosts.url('shop', 'script'))
        await connected(tab)
        expect(await account(tab)).toBe(address)
        await tab.close()
        expect(await signed(page)).toBe(true)
      })

      await test.step('another site has no part in it', async () => {
        const tab = await page.context().newPage()
        await tab.goto(hosts.url('other', 'script'))
        // Before the dialog has answered, every page says so.
        await expect.poll(() => stateOf(tab).then(({ ready, status }) => ready && status)).toBe('disconnected')
        await tab.close()
      })

      await test.step('a private window begins without it', async () => {
        const hidden = await (await browser.newContext()).newPage()
        await open(hidden, hosts, 'shop')
        expect((await stateOf(hidden)).status).toBe('disconnected')
        await hidden.context().close()
      })
      expect(problems).toEqual([])
    } finally {
      await own.close()
      await hosts.close()
    }
  })
