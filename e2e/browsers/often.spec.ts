import { expect, test } from './test.ts'

test('behavior: 50 opens and closes leave listeners and documents level, and consoles silent', async ({ visit, hosts, site, install }) => {
  await install()
  await visit.open(hosts.url(site, 'script'))
  /** Listeners of what lasts, and elements of the page. */
  await visit.page.evaluate(() => {
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
  })
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
  const counted = () =>
    visit.page.evaluate(() => ({
      listeners: (window as unknown as { listeners: { now: number } }).listeners.now,
      elements: document.querySelectorAll('*').length,
    }))
  const inside = () => visit.dialog.evaluate(() => document.querySelectorAll('*').length)
  await rounds(5)
  await visit.closed()
  const before = { ...(await counted()), inside: await inside() }
  for (let round = 0; round < 5; round += 1) await rounds(10)
  await visit.closed()
  expect({ ...(await counted()), inside: await inside() }).toEqual(before)
})
