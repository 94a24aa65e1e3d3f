// @vitest-environment happy-dom
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { emptyDialog } from '../lib/dialog.js'
import { destroy } from '../lib/lifetime.js'
import { setLibraryClock } from '../wallets/walletConnect/libraryClock.js'
import { clockError } from './clockError.js'

const year = 365 * 86_400_000
const truth = Date.UTC(2026, 5, 1, 12, 0, 0, 400)

/** A server with the true time, and a dialog on a device whose clock is wrong by so much. */
function start(
  offset: number,
  answer: () => Promise<unknown> = async () => ({ headers: new Headers({ date: new Date(truth).toUTCString() }) }),
) {
  vi.stubGlobal('fetch', vi.fn(answer))
  const device = vi.spyOn(Date, 'now').mockReturnValue(truth + offset)
  return { dialog: emptyDialog({ storage: () => localStorage, now: Date.now.bind(Date) }), device }
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('clockError', () => {
  test('behavior: however wrong the device’s clock is, the library reads the true time, and the dialog the device’s', async () => {
    const offsets = fc.oneof(fc.integer({ min: -30 * year, max: 30 * year }), fc.integer({ min: -600_000, max: 600_000 }))
    await fc.assert(
      fc.asyncProperty(offsets, async (offset) => {
        const { dialog, device } = start(offset)
        setLibraryClock(dialog, await clockError(dialog))
        expect(Math.abs(Date.now() - truth)).toBeLessThan(32_000)
        expect(dialog.now()).toBe(truth + offset)
        destroy(dialog)
        expect(Date.now()).toBe(truth + offset)
        device.mockRestore()
      }),
    )
  })

  test('behavior: a clock that is set meanwhile counts at the next look', async () => {
    const { dialog, device } = start(5 * year)
    setLibraryClock(dialog, await clockError(dialog))
    device.mockReturnValue(truth)
    setLibraryClock(dialog, await clockError(dialog))
    expect(Date.now()).toBe(truth)
    destroy(dialog)
  })

  test.each([
    ['a server that does not answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['an answer without a time', async () => ({ headers: new Headers() })],
    ['an answer with nonsense', async () => ({ headers: new Headers({ date: 'yesterday' }) })],
  ])('error: %s: the device’s clock is taken for right', async (_name, answer) => {
    const { dialog } = start(year, answer)
    expect(await clockError(dialog)).toBe(0)
  })
})
