import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveHosts } from '../support/hosts.ts'
import { type Layout, layouts, startLayout } from '../support/layouts.ts'
import type { Engine, EngineName } from './driver.ts'
import { forget } from './forget.ts'
import { loginByEmail } from './login.ts'
import { type Visit, visitOf } from './screen.ts'
import { expect, test } from './test.ts'

/* The two ways to choose the hostnames, and what is left of a login in each. docs/self-hosting.md has these tables. */

/** What is left of the login. */
type Left = 'stays' | 'signed out'
type Facts = Readonly<Record<string, Left>>

const everywhere: Facts = {
  'a reload': 'stays',
  'another tab': 'stays',
  'another host of the shop’s domain': 'signed out',
  'another site': 'signed out',
  'a restart of the browser': 'stays',
  'storage of frames was cleared': 'signed out',
  'a private window': 'signed out',
  'a reload in a private window': 'stays',
  'a reload, with storage denied to other sites': 'signed out',
}

/** Where an engine differs. WebKit's small browser keeps nothing over a restart, and denies storage to all sites or to none. */
const differences: Readonly<Record<EngineName, Readonly<Partial<Record<Layout, Facts>>>>> = {
  chromium: { 'below the shop’s domain': { 'a reload, with storage denied to other sites': 'stays' } },
  firefox: { 'below the shop’s domain': { 'a reload, with storage denied to other sites': 'stays' } },
  webkit: {
    'on domains of their own': { 'a restart of the browser': 'signed out' },
    'below the shop’s domain': { 'a restart of the browser': 'signed out' },
  },
}

async function firstVisit(engine: Engine): Promise<Visit> {
  const [tab] = await engine.tabs()
  if (!tab) throw new Error('The browser has no tab.')
  return visitOf(engine, tab)
}

for (const name of Object.keys(layouts) as Layout[])
  test(`behavior: with dialog and secure origin ${name}, what is left of a login is known, and it is never another wallet`, async ({
    startEngine,
    engineName,
    server,
  }) => {
    test.setTimeout(400_000)
    const { own, facts } = await startLayout(server, name)
    const hosts = await serveHosts(facts)
    const profile = await mkdtemp(join(tmpdir(), 'latchkey-profile-'))
    const shop = hosts.url('shop', 'script')
    let address: string | undefined
    const found: Record<string, Left> = {}

    /** What a page has of the login: it, or nothing, and never another wallet. */
    async function note(situation: string, visit: Visit): Promise<void> {
      await visit.page.evaluate(() => window.host.modal.preload())
      await visit.until(async () => (await visit.state()).ready, 'the frame is up').toBe(true)
      const accounts = await visit.accounts()
      expect([[], [address]], situation).toContainEqual(accounts)
      found[situation] = accounts.length > 0 ? 'stays' : 'signed out'
    }
    async function login(engine: Engine, visit: Visit, email?: string): Promise<string> {
      await visit.page.click({ role: 'button', name: 'Connect wallet' })
      const used = await loginByEmail(engine, visit, server, email)
      address ??= (await visit.accounts())[0]
      expect(await visit.accounts()).toEqual([address])
      return used
    }

    try {
      const engine = await startEngine('default', { profile })
      test.info().annotations.push({ type: 'engine', description: `${engine.name} ${engine.version}` })
      const visit = await firstVisit(engine)
      await visit.open(shop)
      const email = await login(engine, visit)
      await visit.reload()
      await note('a reload', visit)
      for (const [situation, url] of [
        ['another tab', shop],
        ['another host of the shop’s domain', hosts.url('www.shop', 'script')],
        ['another site', hosts.url('other', 'script')],
      ] as const) {
        const other = visitOf(engine, await engine.newTab())
        await other.open(url)
        await note(situation, other)
        await other.tab.close()
      }
      await engine.close()

      const restarted = await startEngine('default', { profile })
      const later = await firstVisit(restarted)
      await later.open(shop)
      await note('a restart of the browser', later)
      await restarted.close()

      const hidden = await startEngine('private')
      const unseen = await firstVisit(hidden)
      await unseen.open(shop)
      await note('a private window', unseen)
      await login(hidden, unseen, email)
      await unseen.reload()
      await note('a reload in a private window', unseen)
      await forget([unseen.secure, unseen.dialog], facts, shop)
      await unseen.reload()
      await note('storage of frames was cleared', unseen)
      await hidden.close()

      const denying = await startEngine('denied')
      const denied = await firstVisit(denying)
      await denied.open(shop)
      await login(denying, denied, email)
      await denied.reload()
      await note('a reload, with storage denied to other sites', denied)

      expect(found).toEqual({ ...everywhere, ...differences[engineName][name] })
    } finally {
      await own.close()
      await hosts.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    }
  })
