import type { EngineName } from './driver.ts'
import { expect, test } from './test.ts'

/**
 * Bytes that may be held after 50 openings beyond what was held before: Chromium tells of a page's own part alone, of the others all programs are looked at, which
 * keep some of what they once took.
 */
const spare: Readonly<Record<EngineName, number>> = { chromium: 2_000_000, firefox: 40_000_000, webkit: 40_000_000 }

/** Begins to count the listeners of what lasts as long as a document. Serialised. */
function countListeners(): void {
  const count = { now: 0 }
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype
  const known = new WeakMap<EventTarget, Map<unknown, Set<string>>>()
  const lasts = (target: unknown) => target === window || target === document || target instanceof MediaQueryList
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const types = known.get(this)?.get(listener) ?? new Set<string>()
    if (lasts(this) && !types.has(type)) count.now += 1
    known.set(this, (known.get(this) ?? new Map()).set(listener, types.add(type)))
    return add.call(this, type, listener, options)
  }
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    if (known.get(this)?.get(listener)?.delete(type) && lasts(this)) count.now -= 1
    return remove.call(this, type, listener, options)
  }
  Object.assign(window, { listeners: count })
}

/** What a document holds. Serialised. */
const count = () => ({
  listeners: (window as unknown as { listeners: { now: number } }).listeners.now,
  elements: document.querySelectorAll('*').length,
})

test('behavior: 50 opens and closes leave memory, listeners and documents level, and consoles silent', async ({
  engine,
  visit,
  hosts,
  site,
  install,
}) => {
  await install()
  await visit.open(hosts.url(site, 'script'))
  const documents = [visit.page, visit.dialog]
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  await visit.shows('Connect')
  await visit.page.evaluate(() => void window.host.modal.close())
  await visit.closed()
  for (const one of documents) await one.evaluate(countListeners)
  const rounds = (times: number) =>
    visit.page.evaluate(async (left) => {
      const { modal } = window.host
      const isOpen = (wanted: boolean) =>
        new Promise<void>((resolve) => {
          const look = () => (modal.getState().open === wanted ? resolve() : setTimeout(look, 10))
          look()
        })
      for (let round = 0; round < left; round += 1) {
        void modal.open()
        await isOpen(true)
        modal.close()
        await isOpen(false)
      }
    }, times)
  const counted = () => Promise.all(documents.map((one) => one.evaluate(count)))
  /** Opens it and leaves it at rest: what is hidden half-way keeps for a while what it was drawing. */
  const open = async () => {
    await visit.page.click({ role: 'button', name: 'Connect wallet' })
    await visit.shows('Connect')
  }
  const close = async () => {
    await visit.page.evaluate(() => void window.host.modal.close())
    await visit.closed()
  }
  await rounds(5)
  await open()
  let before: Awaited<ReturnType<typeof counted>> = []
  await visit
    .until(async () => {
      const last = JSON.stringify(before)
      before = await counted()
      return JSON.stringify(before) === last
    }, 'nothing changes')
    .toBe(true)
  await close()
  await rounds(10)
  const held = await engine.memory()
  for (let round = 0; round < 5; round += 1) await rounds(10)
  let more = 0
  const grown = async () => {
    more = (await engine.memory()) - held
    return more
  }
  // What nobody needs is thrown away when the browser finds the time.
  await expect.poll(grown, { timeout: 60_000, intervals: [1_000] }).toBeLessThan(spare[engine.name])
  test.info().annotations.push({ type: 'memory', description: `${(more / 1e6).toFixed(1)} MB more` })
  await open()
  await visit.until(counted, 'listeners and documents are level').toEqual(before)
  await close()
  await test.step('what stays is seen', async () => {
    await visit.page.evaluate(
      (bytes) => void Object.assign(window, { kept: Array.from({ length: bytes / 8 }, Math.random) }),
      2 * spare[engine.name],
    )
    expect(await grown()).toBeGreaterThan(spare[engine.name])
  })
})
