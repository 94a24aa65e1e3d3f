// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { createOpenings } from './createOpenings.js'
import type { Frame } from './frame/createFrame.js'
import { disconnected } from './modalError.js'
import { createStore } from './store.js'
import { connectedSnapshot } from './testing/snapshots.js'

/**
 * A frame whose dialog has not answered yet, which the page takes out.
 *
 * @param load what happens when it is loaded
 */
function createScene(load = async (_scene: { readonly count: () => void; readonly hide: () => void }) => {}) {
  let removals = 0
  const calls: string[] = []
  let lose: (error: Error) => void = () => {}
  const store = createStore(false)
  const frame = {
    removals: () => removals,
    exists: () => false,
    inline: () => false,
    up: () => true,
    show() {},
    load: () => load({ count: () => removals++, hide: () => openings.setVisible(false) }),
    call(method: string) {
      calls.push(method)
      return new Promise((_, reject) => (lose = reject))
    },
  } as unknown as Frame
  const openings = createOpenings(frame, store, { with() {} })
  const remove = () => {
    removals += 1
    lose(disconnected())
  }
  return { store, openings, calls, remove, called: () => new Promise((resolve) => setTimeout(resolve)) }
}

describe('createOpenings', () => {
  test('behavior: closed in the same task as it was opened, the dialog hears it in this order', async () => {
    const { openings, calls, called } = createScene()
    void openings.open()
    void openings.close()
    await called()
    expect(calls).toEqual(['open', 'close'])
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
