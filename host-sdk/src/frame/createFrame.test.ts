// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFrame } from './createFrame.js'

/** A frame whose document never speaks. */
function createScene() {
  const losses: string[] = []
  const frame = createFrame({
    broken: undefined,
    url: 'about:blank',
    origin: 'https://dialog.example',
    title: 'Connect',
    speaker: () => new Promise(() => {}),
    onHello() {},
    onEscape() {},
    onLeave() {},
    onDown: (_error, cause) => losses.push(cause),
  })
  end = frame.destroy
  /** What a call that waits for its user does. */
  const ask = () => frame.call('open', { id: '1' } as never, { timeout: null })
  return { frame, losses, ask }
}
let end = () => {}

const addContainer = () => document.body.appendChild(document.createElement('section'))
const inside = (element: Element) => element.querySelectorAll(':scope > iframe').length

beforeEach(() => document.body.replaceChildren())
afterEach(() => end())

describe('createFrame', () => {
  test('error: another container is -32002 while a request is pending', async () => {
    const { frame, ask } = createScene()
    const [one, other] = [addContainer(), addContainer()]
    frame.load(one).catch(() => {})
    const asked = ask().catch(({ code }) => code)
    await expect(frame.load(other)).rejects.toMatchObject({ code: -32002 })
    expect([inside(one), inside(other)]).toEqual([1, 0])
    frame.destroy()
    expect(await asked).toBe(4900)
  })

  test('behavior: the page takes the old container out and names another in the same task: its request does not block', async () => {
    const { frame, losses, ask } = createScene()
    const [one, other] = [addContainer(), addContainer()]
    frame.load(one).catch(() => {})
    const asked = ask().catch(({ code }) => code)
    one.remove()
    const loading = frame.load(other).catch(({ code }) => code)
    expect([inside(one), inside(other)]).toEqual([0, 1])
    expect(losses).toEqual(['removed'])
    expect(await asked).toBe(4900)
    frame.destroy()
    expect(await loading).toBe(4900)
  })

  describe('a policy of the page that does not name the dialog', () => {
    const violate = (disposition: 'enforce' | 'report') =>
      dispatchEvent(
        Object.assign(new Event('securitypolicyviolation'), {
          effectiveDirective: 'frame-src',
          blockedURI: 'https://dialog.example/?project=shop',
          disposition,
        }),
      )

    test('error: the browser does not load the dialog, and nobody waits for it', async () => {
      const { frame, losses } = createScene()
      const loading = frame.load()
      violate('enforce')
      await expect(loading).rejects.toMatchObject({ code: 4900, cause: 'policy' })
      expect(losses).toEqual(['failed'])
    })

    test('behavior: one that is only reported forbids nothing: the dialog stays', () => {
      const { frame, losses } = createScene()
      frame.load().catch(() => {})
      violate('report')
      expect(losses).toEqual([])
      expect(document.querySelectorAll('iframe').length).toBe(1)
    })
  })

  test('error: destroyed, it does not come back', async () => {
    const { frame } = createScene()
    frame.load().catch(() => {})
    expect(document.querySelectorAll('iframe').length).toBe(1)
    frame.destroy()
    await expect(frame.load()).rejects.toMatchObject({ code: 4900 })
    await expect(frame.load(addContainer())).rejects.toMatchObject({ code: 4900 })
    await expect(frame.call('close', undefined)).rejects.toMatchObject({ code: 4900 })
    expect(document.querySelectorAll('iframe').length).toBe(0)
  })
})
