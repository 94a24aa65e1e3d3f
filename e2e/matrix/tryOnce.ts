import type { TrackedEvent } from '@latchkey/protocol'
import type { ShapedNetwork } from '@latchkey/testkit/src/network/shapedNetwork.ts'
import { type Browser, expect, type Request } from '@playwright/test'
import { dialogOf } from '../support/dialog.ts'
import type { Hosts } from '../support/hosts.ts'
import type { Server } from '../support/server.ts'
import { stateOf } from '../support/test.ts'
import type { Flow, Visit } from './flows.ts'
import type { Profile } from './profiles.ts'

/** How an attempt ended: `connected`, or a reason of the dialog's, which is never a rejection by the user here. An end without a reason begins with `unknown`. */
export type Outcome = {
  readonly reason: string
  readonly seconds: number
  /** Requests that were lost or refused, what was written to the console, and what stood on screen at the end: what to look at without a connection. */
  readonly failed: readonly string[]
}

/** Milliseconds until an attempt counts as not ended. */
const timeout = 90_000

/** What stands on screen, in words: in the dialog, and in every other window. */
async function onScreen({ dialog, context, page }: Visit): Promise<string> {
  const windows = context.pages().filter((each) => each !== page)
  const words = windows.map(async (each) => `${each.url()}: ${await each.locator('body').textContent({ timeout: 1_000 })}`.slice(0, 200))
  const all = [dialog.main.textContent({ timeout: 1_000 }), ...words].map((each) => each.catch(() => 'nothing'))
  return (await Promise.all(all)).join(' | ')
}

/** A visitor who was never here connects in one way on one network. They press nothing a second time. */
export async function tryOnce(
  browser: Browser,
  { server, hosts, network }: { readonly server: Server; readonly hosts: Hosts; readonly network: ShapedNetwork },
  flow: Flow,
  profile: Profile,
): Promise<Outcome> {
  network.become({})
  const context = await browser.newContext({
    ...flow.device,
    reducedMotion: 'reduce',
    proxy: { server: network.url, bypass: '<-loopback>' },
  })
  try {
    const page = await context.newPage()
    const url = hosts.url('meadow', 'script')
    const middle = async (alsoBreak?: () => void) => {
      if (!profile.cut) return
      alsoBreak?.()
      network.cut()
    }
    const visit: Visit = { context, page, url, server, dialog: dialogOf(page), middle }
    const { connect, end } = await flow.prepare(visit)
    try {
      return await measure(visit, network, profile, connect)
    } finally {
      await end?.()
    }
  } finally {
    network.become({})
    await context.close()
  }
}

async function measure(visit: Visit, network: ShapedNetwork, profile: Profile, connect: () => Promise<void>): Promise<Outcome> {
  const { context, page, url } = visit
  let began = Date.now()
  const seconds = () => (Date.now() - began) / 1_000
  let hear: (event: TrackedEvent) => void = () => {}
  const told = new Promise<string>((resolve) => {
    hear = ({ event, properties }) => {
      if (event === 'CONNECT_ERROR' || event === 'USER_REJECTED') resolve(String(properties?.reason))
    }
  })
  const uncaught = new Promise<string>((resolve) => {
    context.on('weberror', (error) => resolve(`unknown: uncaught ${error.error().message}`))
  })
  const failed: string[] = []
  const nameOf = (request: Request) => `${seconds()} s: ${request.method()} ${new URL(request.url()).pathname}`
  context.on('requestfailed', (request) => failed.push(`${nameOf(request)} ${request.failure()?.errorText}`))
  context.on('response', async (response) => {
    if (response.status() >= 400)
      failed.push(`${nameOf(response.request())} ${response.status()} ${await response.text().catch(() => '')}`.slice(0, 200))
  })
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') failed.push(`${seconds()} s: ${message.text()}`.slice(0, 300))
  })
  await page.exposeFunction('hear', (event: TrackedEvent) => hear(event))
  // The page and its script are there before the network shows what it is: what the page does without them is its own.
  await page.goto(url)
  await page.waitForFunction(() => 'host' in window)
  await page.evaluate(() => window.host.modal.on('event', (event) => (window as unknown as { hear: (event: unknown) => void }).hear(event)))
  network.become(profile.shape)
  began = Date.now()
  const connecting = (async () => {
    await connect()
    await expect.poll(() => stateOf(page).then(({ status }) => status), { timeout }).toBe('connected')
    return 'connected'
  })().catch(async (error: Error) => `unknown: ${error.message.split('\n')[0]} (on screen: ${await onScreen(visit)})`)
  const tooLong = new Promise<string>((resolve) => {
    setTimeout(async () => resolve(`unknown: no end within ${timeout / 1_000} s (on screen: ${await onScreen(visit)})`), timeout).unref()
  })
  const reason = await Promise.race([connecting, told, uncaught, tooLong])
  const ended = seconds()
  if (reason !== 'connected') failed.push(`on screen: ${await onScreen(visit)}`)
  return { reason, seconds: ended, failed }
}
