import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ApprovalView } from '../worker/contract.js'
import { drawWhenNeeded } from './drawWhenNeeded.js'
import { createShell } from './store.js'

const approval = { requestId: '1' } as ApprovalView
const never = new Promise<void>(() => undefined)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('navigator', { language: 'en' })
  // As in Safari: what is idle is a matter of time.
  vi.stubGlobal('requestIdleCallback', undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open(connected: Promise<unknown> = never) {
  const shell = createShell()
  const remove = vi.fn()
  const draw = vi.fn(() => remove)
  const load = vi.fn(async () => draw)
  return { shell, load, draw, remove, stop: drawWhenNeeded(shell, load, connected) }
}
const settle = () => vi.advanceTimersByTimeAsync(0)

describe('drawWhenNeeded', () => {
  test('behavior: nothing is loaded while nothing has to be decided and the document is busy', async () => {
    const { shell, load } = open()
    shell.setState({ rectangle: null })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(load).not.toHaveBeenCalled()
  })

  test('behavior: once the dialog is there and the document is idle, what draws is loaded, and nothing is drawn', async () => {
    const { load, draw } = open(Promise.resolve())
    await vi.advanceTimersByTimeAsync(10_000)
    expect(load).toHaveBeenCalledTimes(1)
    expect(draw).not.toHaveBeenCalled()
  })

  test.each([
    ['an approval', { approval }],
    ['the way to the window for keys', { security: { requestId: '1', page: 'home' } }],
    ['the sentence that there is no dialog', { failure: 'parent' }],
  ] as const)('behavior: %s is drawn once, however often it changes', async (_what, state) => {
    const { shell, load, draw } = open()
    shell.setState(state)
    shell.setState({ ...state })
    await settle()
    shell.setState({ ...state })
    await settle()
    expect([load.mock.calls.length, draw.mock.calls.length]).toEqual([1, 1])
  })

  test('behavior: what did not load is loaded again while a user waits, and not for nobody', async () => {
    const { shell, load, draw } = open()
    load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    shell.setState({ approval })
    await vi.advanceTimersByTimeAsync(1_500)
    expect([load.mock.calls.length, draw.mock.calls.length]).toEqual([2, 1])

    const other = open()
    other.load.mockRejectedValue(new TypeError('Failed to fetch'))
    other.shell.setState({ approval })
    await settle()
    other.shell.setState({ approval: null })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(other.load).toHaveBeenCalledTimes(1)
  })

  test('behavior: the end takes away what was drawn, and draws nothing that is still being loaded', async () => {
    const drawn = open()
    drawn.shell.setState({ approval })
    await settle()
    drawn.stop()
    expect(drawn.remove).toHaveBeenCalledTimes(1)

    const loading = open()
    loading.shell.setState({ approval })
    loading.stop()
    await settle()
    expect(loading.draw).not.toHaveBeenCalled()
  })
})
