import { writeFile } from 'node:fs/promises'
import { type Extension, type ExtensionOptions, installExtension } from '@latchkey/testkit/src/extensions/extension.ts'
import type { PhoneWallet } from '@latchkey/testkit/src/phone/startPhoneWallet.ts'
import { test as base, expect } from '@playwright/test'
import { findFirefox, findWebKit } from '../../scripts/lib/engines.js'
import type {} from '../hosts/watch.ts'
import { type Hosts, serveHosts } from '../support/hosts.ts'
import { startPhoneOf } from '../support/phone.ts'
import { readServer, type Server } from '../support/server.ts'
import { startChromium } from './chromium.ts'
import type { Engine, EngineName, StartOptions, StorageChoice } from './driver.ts'
import { startFirefox } from './firefox.ts'
import { type PageExtensions, pageExtensions } from './pageExtensions.ts'
import { type Visit, visitOf } from './screen.ts'
import { startWebKit } from './webkit.ts'

/* Flows that are written once and run in each engine: Playwright runs and counts them, and drives Chromium alone. */

export { expect }

/** The browsers of a project, for its tests. */
export type EngineOptions = { readonly engineName: EngineName }

async function start(name: EngineName, options: StartOptions): Promise<Engine> {
  if (name === 'chromium') return startChromium(options)
  if (name === 'firefox') {
    const path = findFirefox()
    if (!path) throw new Error('No Firefox was found. Install one, or set FIREFOX_PATH.')
    return startFirefox(path)(options)
  }
  const programs = findWebKit()
  if (!programs) throw new Error('No WebKitGTK was found: its packages are webkit2gtk-driver and xvfb.')
  return startWebKit(programs)(options)
}

/** Of a test that failed: what each window showed, and the consoles. */
async function keep(engine: Engine, path: (name: string) => string, name: string): Promise<void> {
  await writeFile(path(`${name}.console.txt`), engine.problems().join('\n'))
  for (const [index, tab] of (await engine.tabs()).entries()) await writeFile(path(`${name}.tab${index}.png`), await tab.screenshot())
}

type WorkerFixtures = EngineOptions & {
  readonly server: Server
  readonly extensions: PageExtensions
  readonly hosts: Hosts
  /** Started once: sites are apart from each other in it, so each test has one of its own. */
  readonly sharedEngine: Engine
}
type TestFixtures = {
  /** What a console may say in a test that provokes it. */
  readonly expected: readonly RegExp[]
  readonly engine: Engine
  /** The name of a site that nothing was stored for. */
  readonly site: string
  readonly install: (options?: ExtensionOptions) => Promise<Extension>
  readonly startPhone: () => Promise<PhoneWallet>
  readonly visit: Visit
  /** Another browser, as somebody else's or as one with other settings. It ends with the test. */
  readonly startEngine: (storage: StorageChoice, more?: Omit<StartOptions, 'storage'>) => Promise<Engine>
}

let sites = 0

const unexpected = (problems: readonly string[], expected: readonly RegExp[]) =>
  problems.filter((line) => !expected.some((pattern) => pattern.test(line)))

export const test = base.extend<TestFixtures, WorkerFixtures>({
  engineName: ['chromium', { scope: 'worker', option: true }],
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names
    async ({}, use) => {
      await use(readServer())
    },
    { scope: 'worker' },
  ],
  extensions: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names
    async ({}, use) => {
      await use(pageExtensions())
    },
    { scope: 'worker' },
  ],
  hosts: [
    async ({ server, extensions }, use) => {
      const hosts = await serveHosts(server, extensions)
      await use(hosts)
      await hosts.close()
    },
    { scope: 'worker' },
  ],
  sharedEngine: [
    async ({ engineName }, use) => {
      const engine = await start(engineName, { storage: 'default' })
      await use(engine)
      await engine.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  expected: [[], { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names
  site: async ({}, use) => {
    await use(`shop${++sites}-${crypto.randomUUID().slice(0, 6)}`)
  },
  engine: async ({ sharedEngine, expected }, use, info) => {
    const before = sharedEngine.problems().length
    info.annotations.push({ type: 'engine', description: `${sharedEngine.name} ${sharedEngine.version}` })
    await use(sharedEngine)
    const [first, ...others] = await sharedEngine.tabs()
    for (const tab of others) await tab.close()
    await first?.open('about:blank')
    if (info.status === info.expectedStatus)
      expect(unexpected(sharedEngine.problems().slice(before), expected), 'consoles and uncaught errors').toEqual([])
  },
  install: async ({ extensions, server }, use) => {
    await use((options) => installExtension(extensions, server, options))
    extensions.clear()
  },
  startPhone: async ({ server }, use) => {
    const phones: PhoneWallet[] = []
    await use(async () => {
      const phone = await startPhoneOf(server)
      phones.push(phone)
      return phone
    })
    for (const phone of phones) await phone.stop()
  },
  visit: async ({ engine }, use, info) => {
    const [tab] = await engine.tabs()
    if (!tab) throw new Error('The browser has no tab.')
    await tab.resize(1280, 800)
    await use(visitOf(engine, tab))
    if (info.status !== info.expectedStatus) await keep(engine, info.outputPath.bind(info), 'shared')
  },
  startEngine: async ({ engineName, expected }, use, info) => {
    const started: Engine[] = []
    await use(async (storage, more) => {
      const engine = await start(engineName, { storage, ...more })
      started.push(engine)
      return engine
    })
    for (const [index, engine] of started.entries()) {
      const { status, expectedStatus } = info
      // One that has ended in the test has no windows to show.
      if (status !== expectedStatus) await keep(engine, info.outputPath.bind(info), `own${index}`).catch(() => undefined)
      await engine.close()
      if (status === expectedStatus) expect(unexpected(engine.problems(), expected), 'consoles and uncaught errors').toEqual([])
    }
  },
})
