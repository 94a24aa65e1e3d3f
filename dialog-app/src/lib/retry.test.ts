import { describe, expect, test, vi } from 'vitest'
import { retry } from './retry.js'

describe('retry', () => {
  test('behavior: two repetitions, 100 ms apart, then the last error', async () => {
    vi.useFakeTimers()
    try {
      let tries = 0
      const result = retry(async () => {
        tries += 1
        throw new Error(`try ${tries}`)
      }).catch((error: Error) => error.message)
      await vi.advanceTimersByTimeAsync(99)
      expect(tries).toBe(1)
      await vi.advanceTimersByTimeAsync(1)
      expect(tries).toBe(2)
      await vi.advanceTimersByTimeAsync(100)
      expect([tries, await result]).toEqual([3, 'try 3'])
    } finally {
      vi.useRealTimers()
    }
  })

  test('behavior: does not repeat what cannot get better, and stops when told to', async () => {
    let tries = 0
    const fail = async () => {
      tries += 1
      throw new Error('no')
    }
    await expect(retry(fail, { shouldRetry: () => false })).rejects.toThrow('no')
    expect(tries).toBe(1)
    await expect(retry(fail, { signal: AbortSignal.abort(new Error('left')) })).rejects.toThrow('left')
    expect(tries).toBe(1)
  })
})
