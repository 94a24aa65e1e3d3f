// @vitest-environment happy-dom
import { limits, type SecureBoot } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startSdk } from './startSdk.js'
import { createShell } from './store.js'

const hello = { protocol: 1, theme: { themeMode: 'dark', locale: 'en', dir: 'ltr' } } as const
const dialogs: { call: ReturnType<typeof vi.fn>; destroy: ReturnType<typeof vi.fn> }[] = []

// The other side of both channels is another document or thread, which this environment does not have.
vi.mock('./connectDialog.js', () => ({
  checkParent: () => undefined,
  connectDialog: () => {
    const dialog = { call: vi.fn(async () => undefined), destroy: vi.fn() }
    dialogs.push(dialog)
    return { dialog, hello: Promise.resolve(hello) }
  },
}))
class FakeWorker extends EventTarget {
  static running = new Set<FakeWorker>()
  constructor() {
    super()
    FakeWorker.running.add(this)
  }
  postMessage() {}
  terminate() {
    FakeWorker.running.delete(this)
  }
}

const boot = { projectId: 'p' } as SecureBoot
const listening = new Set<unknown>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Worker', FakeWorker)
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((_type, listener) => void listening.add(listener))
  vi.spyOn(globalThis, 'removeEventListener').mockImplementation((_type, listener) => void listening.delete(listener))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  dialogs.length = 0
})

const calls = (index: number, method: string) => dialogs[index]?.call.mock.calls.filter(([name]) => name === method).length

describe('startSdk', () => {
  test('behavior: two of them side by side draw and tell their own things; one that ended leaves no timer, listener, Worker or channel', async () => {
    const shells = [createShell(), createShell()] as const
    const [one, other] = shells.map((shell) => startSdk(boot, shell))
    await vi.advanceTimersByTimeAsync(0)
    shells[0].setState({ failure: 'only here' })
    expect(shells[1].getState().failure).toBeNull()
    expect([vi.getTimerCount(), listening.size, FakeWorker.running.size]).toEqual([2, 4, 2])

    one?.destroy()
    expect(dialogs.map(({ destroy }) => destroy.mock.calls.length)).toEqual([1, 0])
    await vi.advanceTimersByTimeAsync(limits.heartbeat)
    expect([calls(0, 'heartbeat'), calls(1, 'heartbeat')]).toEqual([1, 2])

    other?.destroy()
    expect([vi.getTimerCount(), listening.size, FakeWorker.running.size]).toEqual([0, 0, 0])
  })
})
