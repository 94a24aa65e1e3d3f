import { type BrowserContext, expect, type Frame, type Page } from '@playwright/test'

/* Windows that the wallet opens, as somebody sees them who would speak in their place. */

type Message = { readonly origin: string; readonly data: unknown }
type Noting = { readonly heardHere: Message[] }

/** From now on every document of the context notes what it hears. */
export async function noteMessages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const heardHere: Message[] = []
    Object.assign(window, { heardHere })
    addEventListener('message', ({ origin, data }) => heardHere.push({ origin, data }), true)
  })
}

/** What a document has heard from an origin. */
export async function heardFrom(origin: string, here: Pick<Frame, 'evaluate'>): Promise<readonly unknown[]> {
  const heard = await here.evaluate(() => (window as unknown as Noting).heardHere)
  return heard.filter((one) => one.origin === origin).map(({ data }) => data)
}

/** The frame of a page whose document is of an origin. */
export function frameAt(page: Page, origin: string): Frame {
  const frame = page.frames().find((one) => one.url().startsWith(origin))
  if (!frame) throw new Error(`No frame of ${origin}`)
  return frame
}

/** A window of another site, which the page has opened: it can post to every frame of the page. */
export async function openStranger(page: Page, url: string): Promise<Page> {
  const [stranger] = await Promise.all([page.waitForEvent('popup'), page.evaluate((address) => void window.open(address), url)])
  await stranger.waitForLoadState()
  return stranger
}

/**
 * Posts messages to every document that one can reach: those around it, those that opened it, and all the frames in them. Each message carries one end of
 * a channel.
 *
 * @param at the documents that must have heard it before this returns
 */
export async function forge(from: Page | Frame, messages: readonly unknown[], at: readonly (Page | Frame)[]): Promise<void> {
  const origin = new URL(from.url()).origin
  const counts = () => Promise.all(at.map(async (one) => (await heardFrom(origin, one)).length))
  const before = await counts()
  await from.evaluate((said) => {
    const reached = new Set<Window>()
    const reach = (one: Window | null) => {
      if (!one || reached.has(one)) return
      reached.add(one)
      for (let index = 0; index < one.length; index++) reach(one[index] ?? null)
      reach(one.top)
      reach(one.opener as Window | null)
    }
    reach(window)
    reached.delete(window)
    for (const target of reached) for (const message of said) target.postMessage(message, '*', [new MessageChannel().port2])
  }, messages as unknown[])
  for (const [index, one] of at.entries())
    await expect.poll(async () => (await heardFrom(origin, one)).length).toBeGreaterThanOrEqual((before[index] ?? 0) + messages.length)
}

/** What a document can read in its address and in the storage of its origin. */
export const kept = (popup: Page) =>
  popup.evaluate(() => ({
    search: location.search,
    hash: location.hash,
    local: { ...localStorage },
    session: { ...sessionStorage },
    cookies: document.cookie,
  }))

/** Nothing: as a document finds the storage of an origin that keeps nothing there, under an address that says nothing. */
export const nothing = { search: '', hash: '', local: {}, session: {}, cookies: '' } as const
