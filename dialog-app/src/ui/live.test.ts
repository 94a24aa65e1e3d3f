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
  test('behavior: errors do not wait', () => {
    announce(dialog, 'quiet')
    announce(dialog, 'loud', 'assertive')
    expect(liveStore(dialog).getState().assertive).toBe('loud')
  })
})
