import type { ViewName } from '@latchkey/protocol'
import { expect } from '@playwright/test'
import type { Engine, FramePath, Tab } from './driver.ts'

/* What a user sees and does in a tab, in terms of the few calls that each engine has. */

/** What is looked for: a role with a name, a text, or a selector. Names and texts are whole, or patterns. */
export type Wanted =
  | { readonly role: 'button' | 'heading' | 'textbox' | 'link' | 'checkbox'; readonly name?: string | RegExp }
  | { readonly text: string | RegExp }
  | { readonly css: string }

type Point = { readonly x: number; readonly y: number }

type Found = {
  readonly text: string
  /** Middle, in CSS px of the document's own viewport. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly disabled: boolean
  /** It, or something around it in its document, is on its way to its place. */
  readonly moving: boolean
  readonly value: string
  readonly focused: boolean
}

type Query = { readonly css: string; readonly name?: { readonly source: string; readonly flags: string } }

const elementsOf = {
  button: 'button, [role="button"], summary',
  heading: 'h1, h2, h3, h4, [role="heading"]',
  textbox: 'input:not([type="checkbox"], [type="radio"], [type="file"]), textarea, [role="textbox"]',
  link: 'a[href], [role="link"]',
  checkbox: 'input[type="checkbox"], [role="checkbox"]',
} as const

const nameOf = (wanted: Wanted) =>
  'css' in wanted ? wanted.css : 'text' in wanted ? `the text ${wanted.text}` : `the ${wanted.role} ${wanted.name ?? ''}`

function queryOf(wanted: Wanted): Query {
  if ('css' in wanted) return { css: wanted.css }
  const css = 'role' in wanted ? elementsOf[wanted.role] : '*'
  const words = 'role' in wanted ? wanted.name : wanted.text
  if (words === undefined) return { css }
  const { source, flags } = words instanceof RegExp ? words : new RegExp(`^${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)
  return { css, name: { source, flags } }
}

/** Everything in a document that is on screen and is what was asked for. Runs in the document. */
function search({ css, name }: Query): Found[] {
  const pattern = name && new RegExp(name.source, name.flags)
  const wordsOf = (element: Element | null) =>
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden by styles is not seen
    (element instanceof HTMLElement ? element.innerText : (element?.textContent ?? '')).replace(/\s+/g, ' ').trim()
  /** As the accessible name is computed for what our views have: https://www.w3.org/TR/accname-1.2/ */
  const nameOf = (element: Element) => {
    const labels = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean)
    if (labels.length) return labels.map((id) => document.getElementById(id)?.textContent?.trim() ?? '').join(' ')
    const label = element.getAttribute('aria-label')
    if (label) return label
    if (element instanceof HTMLInputElement) return wordsOf(element.labels?.[0] ?? null) || element.placeholder
    return wordsOf(element)
  }
  /** Documents, and what shadow roots hide. */
  const all = (root: ParentNode): Element[] => [
    ...root.querySelectorAll(css),
    ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? all(shadowRoot) : [])),
  ]
  const isSeen = (element: Element) => {
    const box = element.getBoundingClientRect()
    const { visibility, display } = getComputedStyle(element)
    return (
      box.width > 0 && box.height > 0 && visibility === 'visible' && display !== 'none' && !element.closest('[inert], [aria-hidden="true"]')
    )
  }
  // Of a text the innermost elements: those around it have the same words.
  const innermost = (found: Element[]) =>
    css === '*' ? found.filter((element) => !found.some((other) => other !== element && element.contains(other))) : found
  /** What turns for ever, or follows scrolling, is always under way. */
  const ends = ({ effect, timeline, playState }: Animation) =>
    playState === 'running' && timeline === document.timeline && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY
  const moved = document.getAnimations().flatMap((one) => (ends(one) && one.effect instanceof KeyframeEffect ? [one.effect.target] : []))
  return innermost(all(document).filter((element) => isSeen(element) && (!pattern || pattern.test(nameOf(element))))).map((element) => {
    element.scrollIntoView({ block: 'nearest' })
    const { x, y, width, height } = element.getBoundingClientRect()
    return {
      text: wordsOf(element),
      x: x + width / 2,
      y: y + height / 2,
      width,
      height,
      disabled: element.matches(':disabled, [aria-disabled="true"]'),
      moving: moved.some((one) => one?.contains(element)),
      value: element instanceof HTMLInputElement ? element.value : '',
      focused: element === document.activeElement,
    }
  })
}

/**
 * Waits until the document has drawn once more: on a busy machine WebKit draws three times a second, and nothing moves between two pictures. A document
 * that is hidden draws none. Runs in the document.
 */
const drawn = () =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, 1_000)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Milliseconds: a busy machine is slow. */
const polling = { timeout: 30_000, intervals: [50, 100, 200, 300] }

/** One document of a tab. */
export type Screen = {
  find(wanted: Wanted): Promise<readonly Found[]>
  /** Waits until it is there. */
  see(wanted: Wanted): Promise<Found>
  gone(wanted: Wanted): Promise<void>
  /** Waits until it can be pressed, and presses it by the pointer. @param rest milliseconds that the pointer rests on it first */
  click(wanted: Wanted, rest?: number): Promise<void>
  /** Waits until it can be pressed, and stands still in the tab. @returns where that is, in the tab's viewport */
  place(wanted: Wanted): Promise<Point>
  /** Clicks a field and types into it. */
  fill(wanted: Wanted, text: string): Promise<void>
  type: (text: Parameters<Tab['type']>[1]) => Promise<void>
  evaluate<Value, Argument = undefined>(work: (argument: Argument) => Value | Promise<Value>, argument?: Argument): Promise<Value>
  /** Where a point of this document is in the tab's viewport; `reached`: no document around this one has anything in front of it there. */
  toTab(point: Point): Promise<Point & { readonly reached: boolean }>
}

export function screenOf(tab: Tab, frames: FramePath = []): Screen {
  const evaluate: Screen['evaluate'] = (work, argument) => tab.evaluate(frames, work, argument as never)
  // A document that is being replaced shows nothing.
  const find = (wanted: Wanted) => evaluate(search, queryOf(wanted)).catch((): Found[] => [])
  async function see(wanted: Wanted): Promise<Found> {
    let first: Found | undefined
    await expect
      .poll(
        async () => {
          ;[first] = await find(wanted)
          return Boolean(first)
        },
        { ...polling, message: `${nameOf(wanted)} is on screen` },
      )
      .toBe(true)
    return first as Found
  }
  async function toTab({ x, y }: Point): Promise<Point & { readonly reached: boolean }> {
    let at = { x, y, reached: true }
    for (let depth = frames.length; depth > 0; depth -= 1)
      at = await tab.evaluate(
        frames.slice(0, depth - 1),
        ({ selector, inside }) => {
          const frame = document.querySelector(selector) as HTMLElement
          const box = frame.getBoundingClientRect()
          const scale = box.width / frame.offsetWidth
          const point = { x: (inside.x + frame.clientLeft) * scale + box.x, y: (inside.y + frame.clientTop) * scale + box.y }
          return { ...point, reached: inside.reached && document.elementFromPoint(point.x, point.y) === frame }
        },
        { selector: frames[depth - 1] ?? '', inside: at },
      )
    return at
  }
  /** Where it can be pressed, and stands still in the tab: the frames around it may still move, or not be in their place. */
  async function ready(wanted: Wanted): Promise<Point> {
    let last = { x: Number.NaN, y: Number.NaN }
    await expect
      .poll(
        async () => {
          const before = last
          await evaluate(drawn).catch(() => undefined)
          const found = await see(wanted)
          const { reached, ...at } = await toTab(found)
          last = at
          return reached && !found.disabled && !found.moving && last.x === before.x && last.y === before.y
        },
        { ...polling, intervals: [100, 200, 300], message: `${nameOf(wanted)} can be pressed` },
      )
      .toBe(true)
    return last
  }
  const click = async (wanted: Wanted, rest = 0) =>
    tab.pointer([{ move: await ready(wanted) }, ...(rest ? [{ wait: rest }] : []), 'down', 'up'])
  return {
    find,
    see,
    gone: (wanted) => expect.poll(async () => (await find(wanted)).length, { ...polling, message: `${nameOf(wanted)} is gone` }).toBe(0),
    click,
    place: ready,
    async fill(wanted, text) {
      await click(wanted)
      // Looking into a frame of WebKit by WebDriver takes the focus from the field that was pressed.
      if (!(await see(wanted)).focused)
        await evaluate((point) => (document.elementFromPoint(point.x, point.y) as HTMLElement | null)?.focus(), await see(wanted))
      await tab.type(frames, text)
    },
    type: (text) => tab.type(frames, text),
    evaluate,
    toTab,
  }
}

const frame = (name: string) => `iframe[data-latchkey="${name}"]`
export const paths = { dialog: [frame('dialog')], secure: [frame('dialog'), frame('secure')] }

export type Outcome = { readonly result?: unknown; readonly code?: number; readonly message?: string }

/** Waits for what comes of a request; `now` is null as long as nothing has. */
export type Asked = (() => Promise<Outcome>) & { now(): Promise<Outcome | null> }

/** A tab with a host page in it, the dialog in that, and the secure frame in that. */
export type Visit = ReturnType<typeof visitOf>

/** @param around where the host page is, when it is itself in a frame */
export function visitOf(engine: Engine, tab: Tab, around: FramePath = []) {
  const page = screenOf(tab, around)
  const dialog = screenOf(tab, [...around, ...paths.dialog])
  const secure = screenOf(tab, [...around, ...paths.secure])
  const until = <Value>(read: () => Promise<Value>, message: string) => expect.poll(read, { ...polling, message })
  const state = () => page.evaluate(() => window.host.modal.getState())
  const closed = () => until(async () => (await page.find({ css: frame('dialog') })).length, 'the dialog is closed').toBe(0)
  let asked = 0

  /** Asks the page's provider; what comes of it can be looked up later. */
  async function request(method: string, params: readonly unknown[] = [], namespace = 'eip155'): Promise<Asked> {
    const key = `asked${++asked}`
    await page.evaluate(
      ([name, list, family, id]) => {
        const own = window as unknown as Record<string, unknown>
        void window.host.modal
          .provider(family as 'eip155')
          .request({ method: name, params: list })
          .then(
            (result: unknown) => (own[id] = { result: result ?? null }),
            ({ code, message }: { code: number; message: string }) => (own[id] = { code, message }),
          )
      },
      [method, params, namespace, key] as const,
    )
    const read = () => page.evaluate((id) => (window as unknown as Record<string, Outcome | undefined>)[id] ?? null, key)
    const wait = async () => {
      let outcome: Outcome | null = null
      await until(async () => {
        outcome = await read()
        return outcome !== null
      }, `${method} is answered`).toBe(true)
      return outcome ?? {}
    }
    return Object.assign(wait, { now: read })
  }

  /** Does something that opens a window. @returns the window */
  async function popup(open: () => Promise<void>): Promise<Tab> {
    const before = new Set(await engine.tabs())
    await open()
    let opened: Tab | undefined
    await until(async () => {
      opened = (await engine.tabs()).find((one) => !before.has(one))
      return Boolean(opened)
    }, 'a window is opened').toBe(true)
    return opened as Tab
  }

  const approve: Wanted = { css: '[data-testid="approve"]' }
  const elsewhere: Wanted = { css: '[data-testid="open-window"]' }

  /** Looks at what the wallet asks, and says yes: where it asks, in its frame or in its own window. @returns where that was */
  async function consent(text: string | RegExp): Promise<'frame' | 'window'> {
    await dialog.see({ css: 'main[data-view="ApproveTransaction"]' })
    let surface: 'frame' | 'window' | undefined
    await until(async () => {
      if ((await secure.find(approve)).length) surface = 'frame'
      else if ((await secure.find(elsewhere)).length) surface = 'window'
      return Boolean(surface)
    }, 'the wallet asks').toBe(true)
    if (surface === 'frame') {
      await secure.see({ text })
      // The pointer has to find it where it stays.
      await tab.pointer([{ move: await secure.place(approve) }])
      await secure.click(approve, engine.rest)
      return 'frame'
    }
    const opened = await popup(() => secure.click(elsewhere))
    const own = screenOf(opened)
    await own.see({ text })
    await own.click(approve, engine.rest)
    await until(() => opened.isClosed(), 'the window is closed').toBe(true)
    return 'window'
  }

  return {
    tab,
    page,
    dialog,
    secure,
    consent,
    until,
    state,
    closed,
    popup,
    request,
    /** Asks and waits for the answer, which nobody has to decide about. */
    answer: async (method: string, params: readonly unknown[] = []) => await (await request(method, params))(),
    accounts: async () => (await (await request('eth_accounts'))()).result as `0x${string}`[],
    shows: async (view: ViewName) => void (await dialog.see({ css: `main[data-view="${view}"]` })),
    status: (wanted: string) => until(async () => (await state()).status, `the page is ${wanted}`).toBe(wanted),
    /** Waits until the SDK has run. */
    async open(url: string) {
      await tab.open(url)
      await until(() => page.evaluate(() => 'host' in window), 'the script has run').toBe(true)
    },
    async reload() {
      await tab.reload()
      await until(() => page.evaluate(() => 'host' in window), 'the script has run').toBe(true)
    },
  }
}
