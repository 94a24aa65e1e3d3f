import { type Hex, verifyMessage } from 'viem'
import { type Hosts, serveHosts } from '../support/hosts.ts'
import { localMail, startOwnServer } from '../support/ownServer.ts'
import type { Engine, Tab } from './driver.ts'
import { type LoginPlace, loginByEmail } from './login.ts'
import { paths, screenOf, type Visit, visitOf } from './screen.ts'
import { expect, test } from './test.ts'

/* A page that is itself in the frame of another site: three levels, four origins. */

// The server refuses to be framed by a site that nobody listed; each engine says so, and the dialog tells the page's developer.
test.use({ expected: [/403|frame-ancestors|Refused to display|X-Frame-Options|Content-Security-Policy|Origin Not Allowed/i] })

const frame = '#shop'

/** Opens a site that has the shop in a frame. */
async function openShop(engine: Engine, tab: Tab, hosts: Hosts, site: string): Promise<Visit> {
  await tab.open(hosts.url(`portal-${site}`, 'modal', { preload: 'none' }))
  await tab.evaluate(
    [],
    (src) => {
      const shop = document.createElement('iframe')
      document.body.append(Object.assign(shop, { src, id: 'shop', width: 900, height: 600 }))
    },
    hosts.url(site, 'script'),
  )
  const shop = visitOf(engine, tab, [frame])
  await shop.until(() => shop.page.evaluate(() => 'host' in window).catch(() => false), 'the script has run').toBe(true)
  return shop
}

const signed = async (shop: Visit, address: Hex, approve: () => Promise<unknown>) => {
  const signing = await shop.request('personal_sign', ['0x48656c6c6f', address])
  await approve()
  return verifyMessage({ address, message: 'Hello', signature: (await signing()).result as Hex })
}

test('behavior: a page in another site’s frame that the project lists has the embedded wallet as everywhere', async ({
  engine,
  visit,
  site,
  server,
}) => {
  const facts = { ...server }
  const hosts = await serveHosts(facts)
  const own = await startOwnServer(server, { mail: localMail(server) }, () => ({
    project: { ancestors: [hosts.origin(`portal-${site}`)] },
  }))
  try {
    Object.assign(facts, { dialog: own.dialog, api: own.api, projectId: own.projectId })
    const shop = await openShop(engine, visit.tab, hosts, site)
    await shop.page.click({ role: 'button', name: 'Connect wallet' })
    await loginByEmail(engine, shop, server)
    const [address = '0x'] = await shop.accounts()
    expect(await signed(shop, address, () => shop.consent(/Hello/))).toBe(true)
    await shop.closed()
    const again = await openShop(engine, visit.tab, hosts, site)
    expect(await again.accounts()).toEqual([address])
  } finally {
    await own.close()
    await hosts.close()
  }
})

test('behavior: where no project lists the outer site, one button goes on in a window: login, approval, and a window that is closed', async ({
  engine,
  visit,
  hosts,
  site,
  server,
}) => {
  const shop = await openShop(engine, visit.tab, hosts, site)
  const go = { role: 'button', name: 'Continue in a window' } as const
  const enter = () => shop.popup(() => shop.dialog.click(go))
  await shop.page.click({ role: 'button', name: 'Connect wallet' })

  const first = await enter()
  await screenOf(first).see({ css: 'main[data-view="Connect"]' })
  await first.close()
  await visit.tab.toFront()
  await shop.dialog.see({ text: /Nothing is lost: open it again to go on\.$/ })

  const second = await enter()
  const dialog = screenOf(second)
  const closed = () => shop.until(() => second.isClosed(), 'the window is closed').toBe(true)
  const place: LoginPlace = {
    tab: second,
    dialog,
    shows: async (view) => void (await dialog.see({ css: `main[data-view="${view}"]` })),
    status: shop.status,
    closed,
  }
  await loginByEmail(engine, place, server)
  await visit.tab.toFront()
  const [address = '0x'] = await shop.accounts()
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  await shop.closed()

  const approve = async () => {
    const third = await enter()
    const secure = screenOf(third, paths.secure.slice(1))
    // A window of the wallet's own, where its frame cannot tell what covers it.
    const asks = { css: '[data-testid="approve"], [data-testid="open-window"]' } as const
    const place = await secure.see(asks)
    if (/window/i.test(place.text)) {
      const fourth = await shop.popup(() => secure.click(asks))
      await screenOf(fourth).click({ css: '[data-testid="approve"]' }, engine.rest)
    } else {
      await third.pointer([{ move: await secure.place(asks) }])
      await secure.click(asks, engine.rest)
    }
    await shop.until(() => third.isClosed(), 'the window is closed').toBe(true)
    await visit.tab.toFront()
  }
  expect(await signed(shop, address, approve)).toBe(true)

  const refused = await shop.request('personal_sign', ['0x48656c6c6f', address])
  const last = await enter()
  await screenOf(last, paths.secure.slice(1)).see({ css: '[data-testid="approve"], [data-testid="open-window"]' })
  await last.close()
  expect((await refused()).code).toBe(4900)
  await visit.tab.toFront()
  await shop.dialog.see({ text: /Start again on this page\.$/ })
})
