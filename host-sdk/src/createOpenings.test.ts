// @vitest-environment happy-dom
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createOpenings } from './createOpenings.js'
import type { Frame } from './frame/createFrame.js'
import { disconnected } from './modalError.js'
import { createStore } from './store.js'
import { bridgedFrame } from './testing/bridgedFrame.js'
import { connectedSnapshot } from './testing/snapshots.js'
import type { OpenOptions, SendOptions } from './types.js'

/**
 * A frame whose dialog has not answered yet, which the page takes out.
 *
 * @param load what happens when it is loaded
 */
function createScene(load = async (_scene: { readonly count: () => void; readonly hide: () => void }) => {}) {
  let removals = 0
  const calls: string[] = []
  const sent: unknown[] = []
  let lose: (error: Error) => void = () => {}
  let answer: (result: unknown) => void = () => {}
  const store = createStore(false)
  const frame = {
    removals: () => removals,
    exists: () => false,
    inline: () => false,
    up: () => true,
    show() {},
    load: () => load({ count: () => removals++, hide: () => openings.setVisible(false) }),
    call(method: string, params: unknown) {
      calls.push(method)
      sent.push(params)
      return new Promise((resolve, reject) => {
        answer = resolve
        lose = reject
      })
    },
  } as unknown as Frame
  const openings = createOpenings(frame, store, { with() {} })
  const remove = () => {
    removals += 1
    lose(disconnected())
  }
  return {
    store,
    openings,
    calls,
    sent,
    remove,
    answer: (result: unknown) => answer(result),
    called: () => new Promise((resolve) => setTimeout(resolve)),
  }
}

describe('createOpenings', () => {
  test('behavior: closed in the same task as it was opened, the dialog hears it in this order', async () => {
    const { openings, calls, called } = createScene()
    void openings.open()
    void openings.close()
    await called()
    expect(calls).toEqual(['open', 'close'])
  })

  const nativeEvent = new Event('click')
  test.each([
    ['React, whose fields are its own: `view` is the window', { isTrusted: true, view: globalThis, nativeEvent }],
    ['jQuery', { view: globalThis, originalEvent: nativeEvent }],
  ])('behavior: given to a library as a listener, it opens on the first view: the event is no option (%s)', async (_what, fields) => {
    const { openings, sent, called } = createScene()
    const event = { type: 'click', target: document.body, ...fields }
    const listener = openings.open as (event: unknown) => unknown
    void listener(event)
    await called()
    expect(sent).toEqual([{ id: expect.any(String), keyboard: expect.any(Boolean) }])
  })

  test('behavior: untyped pages may give null: it opens on the first view', async () => {
    const { openings, sent, called } = createScene()
    void openings.open(null as never)
    await called()
    expect(sent).toEqual([{ id: expect.any(String), keyboard: expect.any(Boolean) }])
  })

  test('behavior: a transfer that is given up while it is under way is hidden, and told by its hash all the same', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { store, openings, answer } = createScene()
    const abort = new AbortController()
    const sending = openings.open({ token: 'ETH', signal: abort.signal } as OpenOptions & SendOptions)
    await vi.advanceTimersByTimeAsync(0)
    abort.abort()
    await vi.advanceTimersByTimeAsync(1_000)
    expect([store.facts().open, openings.pending()]).toEqual([false, true])
    answer('0x01')
    expect(await sending).toBe('0x01')
    expect(openings.pending()).toBe(false)
  })

  test('behavior: the page takes the frame out when the dialog has closed and its answer is on the way: the session is known', async () => {
    const { store, openings, remove, called } = createScene()
    const opening = openings.open()
    await called()
    store.apply(connectedSnapshot(1))
    openings.setVisible(false)
    remove()
    expect(await opening).toMatchObject({ namespace: 'eip155' })
  })

  test('behavior: the same without a connection is null, as for any dialog that was closed', async () => {
    const { openings, remove, called } = createScene()
    const opening = openings.open()
    await called()
    openings.setVisible(false)
    remove()
    expect(await opening).toBeNull()
  })

  test('error: taken out before, and failing to load, it is what failed and no closing', async () => {
    const { openings } = createScene(async ({ count, hide }) => {
      count()
      await Promise.resolve()
      hide()
      throw disconnected()
    })
    await expect(openings.open()).rejects.toMatchObject({ code: 4900 })
  })

  test('error: taken out while it was open, and not built again, it is 4900', async () => {
    const { openings, remove, called } = createScene()
    const opening = openings.open()
    await called()
    remove()
    await expect(opening).rejects.toMatchObject({ code: 4900 })
  })
})

describe('close', () => {
  /** An opened dialog, which takes its time to leave the screen. */
  async function openDialog(refuses: boolean) {
    const store = createStore(false)
    const dialog = { answer: (_session: null) => {}, leave: () => {}, asked: false }
    const { frame, page } = bridgedFrame(store, (visible) => openings.setVisible(visible), {
      open: () => new Promise<null>((resolve) => (dialog.answer = resolve)),
      async close() {
        dialog.asked = true
        if (refuses) return false
        await new Promise<void>((resolve) => (dialog.leave = resolve))
        await page.call('setVisible', { visible: false })
        dialog.answer(null)
        return true
      },
    })
    const openings = createOpenings(frame, store, { with() {} })
    const opening = openings.open()
    return { store, openings, opening, dialog }
  }

  test('behavior: settles when the dialog has left the screen, and not before', async () => {
    const { store, openings, opening, dialog } = await openDialog(false)
    let settled = false
    const closing = openings.close().finally(() => (settled = true))
    await vi.waitFor(() => expect(dialog.asked).toBe(true))
    expect([settled, store.getState().open]).toEqual([false, true])
    dialog.leave()
    expect(await closing).toBe(true)
    expect(store.getState().open).toBe(false)
    expect(await opening).toBeNull()
  })

  test('behavior: false when the dialog refuses, which stays open', async () => {
    const { store, openings, opening, dialog } = await openDialog(true)
    expect(await openings.close()).toBe(false)
    expect(store.getState().open).toBe(true)
    dialog.answer(null)
    expect(await opening).toBeNull()
  })
})
