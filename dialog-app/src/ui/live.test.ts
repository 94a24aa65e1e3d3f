import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { announce, liveStore } from './live.js'

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
    announce('one')
    expect(liveStore.getState().polite).toBe('one')
    announce('two')
    announce('three')
    expect(liveStore.getState().polite).toBe('one')
    vi.advanceTimersByTime(1_000)
    expect(liveStore.getState().polite).toBe('three')
  })
  test('behavior: errors do not wait', () => {
    announce('quiet')
    announce('loud', 'assertive')
    expect(liveStore.getState().assertive).toBe('loud')
  })
})
