import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Dialog } from '../lib/dialog.js'
import { testDialog } from '../testing/testDialog.js'
import { announce, liveStore } from './live.js'

let dialog: Dialog
beforeEach(() => {
  dialog = testDialog()
})

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  vi.advanceTimersByTime(5_000)
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

describe('announce', () => {
  test('behavior: polite sentences come at most once a second, the newest wins', () => {
    announce(dialog, 'one')
    expect(liveStore(dialog).getState().polite).toBe('one')
    announce(dialog, 'two')
    announce(dialog, 'three')
    expect(liveStore(dialog).getState().polite).toBe('one')
    vi.advanceTimersByTime(1_000)
    expect(liveStore(dialog).getState().polite).toBe('three')
  })
  test('behavior: a sentence that is said once more changes the region, or nobody would hear it', () => {
    const polite: string[] = []
    const assertive: string[] = []
    liveStore(dialog).subscribe((state, before) => {
      if (state.polite !== before.polite) polite.push(state.polite)
      if (state.assertive !== before.assertive) assertive.push(state.assertive)
    })
    for (let count = 0; count < 3; count++) {
      announce(dialog, 'Address copied')
      announce(dialog, 'That is no address', 'assertive')
      vi.advanceTimersByTime(1_000)
    }
    expect(polite.map((text) => text.trim())).toEqual(Array(3).fill('Address copied'))
    expect(assertive.map((text) => text.trim())).toEqual(Array(3).fill('That is no address'))
    announce(dialog, '', 'assertive')
    expect(liveStore(dialog).getState().assertive).toBe('')
  })
  test('behavior: errors do not wait', () => {
    announce(dialog, 'quiet')
    announce(dialog, 'loud', 'assertive')
    expect(liveStore(dialog).getState().assertive).toBe('loud')
  })
})
