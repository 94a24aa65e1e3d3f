import { testNetworks } from '@latchkey/dialog-app/src/wallets/walletConnect/testing/networks.ts'
import { startPhoneWallet } from '@latchkey/testkit/src/phone/startPhoneWallet.ts'
import { projectId, startTestRelay } from '@latchkey/testkit/src/relay/startTestRelay.ts'
import type { Frame, Page } from '@playwright/test'
import { serveRelayLab } from './relay/server.ts'
import { expect, test } from './support/problems.ts'

/* The WalletConnect wallet in a third-party frame of a real browser, with its storage denied and with it partitioned. */

type Lab = Awaited<ReturnType<typeof serveRelayLab>>
let lab: Lab
let relay: Awaited<ReturnType<typeof startTestRelay>>

test.beforeAll(async () => {
  lab = await serveRelayLab()
  relay = await startTestRelay()
})
test.afterAll(async () => {
  await relay.close()
  await lab.close()
})

/** The frame of the other site, once its script runs. */
async function openFrame(page: Page): Promise<Frame> {
  await page.goto(lab.host)
  const frame = page.frames()[1]
  if (!frame) throw new Error('The page has no frame')
  await frame.waitForFunction(() => 'startRelayLab' in window)
  return frame
}

/** Starts the wallet in the frame and gives its code. */
const prepare = (frame: Frame) =>
  frame.evaluate(
    async ([url, project, networks]) => {
      window.startRelayLab(url, project, networks)
      return window.relayLab.wallet.prepare()
    },
    [relay.url, projectId, testNetworks] as const,
  )

test('connects and signs without asking anybody but the relay, and without a pause', async ({ page }) => {
  const asked: string[] = []
  const problems: Error[] = []
  page.on('pageerror', (error) => problems.push(error))
  page.on('websocket', (socket) => asked.push(new URL(socket.url()).host))
  await page.route('**', async (route) => {
    const { host, pathname } = new URL(route.request().url())
    asked.push(host + pathname)
    if (host.startsWith('app.localhost:') || host.startsWith('dialog.localhost:')) await route.continue()
    else await route.abort()
  })
  const frame = await openFrame(page)
  // Unused, nothing of the client is downloaded.
  expect(asked.filter((url) => url.includes('/chunks/'))).toEqual([])

  const phone = await startPhoneWallet({ relayUrl: relay.url, projectId })
  const started = Date.now()
  const { uri } = await prepare(frame)
  await frame.evaluate(() => {
    window.relayLab.connection = window.relayLab.wallet.connect({ namespace: 'eip155', networkIds: [] })
  })
  await phone.pair(uri)
  const connection = await frame.evaluate(() => window.relayLab.connection)
  expect(connection).toMatchObject({ networkId: 'eip155:31337', accounts: [{ address: phone.address('eip155:1') }] })
  const signature = await frame.evaluate(() =>
    window.relayLab.wallet.request({ namespace: 'eip155', networkId: null, method: 'personal_sign', params: ['0x6869', '0x'] }),
  )
  expect(signature).toMatch(/^0x[0-9a-f]{130}$/)
  // Attestation by the vendor would have cost 5 s for the proposal, and 5 s for the request.
  expect(Date.now() - started).toBeLessThan(5_000)

  expect(asked.some((url) => url.includes('/chunks/'))).toBe(true)
  const foreign = asked.filter((url) => !/^(app|dialog)\.localhost:\d+\//.test(url) && url !== new URL(relay.url).host)
  expect(foreign).toEqual([])
  expect(problems).toEqual([])
  const kept = await frame.evaluate(async () => {
    const databases = await indexedDB.databases().catch(() => [])
    const length = (() => {
      try {
        return localStorage.length
      } catch {
        return 0
      }
    })()
    return databases.length + length
  })
  expect(kept).toBe(0)
  await phone.stop()
})

test('a code that is shown still connects after the relay was lost and came back', async ({ page }) => {
  const frame = await openFrame(page)
  const { uri } = await prepare(frame)
  relay.cut()
  await expect.poll(() => frame.evaluate(() => window.relayLab.wallet.relay.get().state), { timeout: 10_000 }).toBe('connected')
  const phone = await startPhoneWallet({ relayUrl: relay.url, projectId })
  await frame.evaluate(() => {
    window.relayLab.connection = window.relayLab.wallet.connect({ namespace: 'solana', networkIds: [] })
  })
  await phone.pair(uri)
  expect(await frame.evaluate(() => window.relayLab.connection)).toMatchObject({ accounts: [{ namespace: 'solana' }] })
  await phone.stop()
})
