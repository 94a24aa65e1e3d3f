// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { destroy } from '../../../../lib/lifetime.js'
import { takeClosed } from '../../../../state/onClosed.js'
import { scanStore } from '../../../../state/scan.js'
import { testDialog } from '../../../../testing/testDialog.js'
import { clearDraft } from '../draft.js'
import { cameraProblem, hasCamera } from './camera.js'
import { leaveScan, leaveVideo, startScan, stopScan } from './scan.js'

/** A stream with one track, as far as turning it off needs it. */
function fakeStream() {
  const track = Object.assign(new EventTarget(), {
    readyState: 'live',
    stop() {
      track.readyState = 'ended'
    },
  })
  return { track, stream: { getTracks: () => [track], getVideoTracks: () => [track] } as unknown as MediaStream }
}

const named = (name: string) => new DOMException('', name)
let getUserMedia = vi.fn<() => Promise<MediaStream>>()
let hidden = false

beforeEach(() => {
  hidden = false
  getUserMedia = vi.fn()
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia, enumerateDevices: async () => [{ kind: 'videoinput' }] },
  })
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices')
  vi.restoreAllMocks()
})

function scanning() {
  const dialog = testDialog()
  onTestFinished(() => destroy(dialog))
  return { dialog, status: () => scanStore(dialog).getState() }
}

describe('the camera', () => {
  test.each([
    ['NotAllowedError', 'refused'],
    ['SecurityError', 'refused'],
    ['NotFoundError', 'none'],
    ['OverconstrainedError', 'none'],
    ['NotReadableError', 'busy'],
    ['AbortError', 'busy'],
    ['TypeError', 'failed'],
  ])('error: %s of the browser is said as "%s"', async (name, problem) => {
    const { dialog, status } = scanning()
    getUserMedia.mockRejectedValue(named(name))
    await startScan(dialog)
    // What failed stays to be read when the picture is gone.
    leaveVideo(dialog)
    expect(status()).toEqual({ status: 'failed', problem })
    expect(cameraProblem(named(name))).toBe(problem)
  })

  test('behavior: a camera that is allowed after the user went on is turned off at once', async () => {
    const { dialog, status } = scanning()
    const { stream, track } = fakeStream()
    let allow = (_: MediaStream) => {}
    getUserMedia.mockReturnValue(new Promise((resolve) => (allow = resolve)))
    const started = startScan(dialog)
    expect(status()).toEqual({ status: 'asking' })
    stopScan(dialog)
    allow(stream)
    await started
    expect([status().status, track.readyState]).toEqual(['off', 'ended'])
  })

  test.each([
    ['Cancel', stopScan],
    ['another view', leaveScan],
    ['a picture that is drawn no more', leaveVideo],
    ['a form that is filled or cleared by others', clearDraft],
    ['a closed dialog', (dialog) => takeClosed(dialog)[0]?.()],
    ['a dialog that is destroyed', destroy],
    [
      'a hidden tab',
      () => {
        hidden = true
        document.dispatchEvent(new Event('visibilitychange'))
      },
    ],
  ] as readonly (readonly [string, typeof stopScan])[])('behavior: %s turns it off', async (_, leave) => {
    const { dialog, status } = scanning()
    const { stream, track } = fakeStream()
    getUserMedia.mockResolvedValue(stream)
    await startScan(dialog)
    expect([status().status, track.readyState]).toEqual(['running', 'live'])
    leave(dialog)
    expect([status().status, track.readyState]).toEqual(['off', 'ended'])
  })

  test('error: a camera that is pulled out ends the scan in words', async () => {
    const { dialog, status } = scanning()
    const { stream, track } = fakeStream()
    getUserMedia.mockResolvedValue(stream)
    await startScan(dialog)
    track.dispatchEvent(new Event('ended'))
    expect(status()).toEqual({ status: 'failed', problem: 'none' })
  })

  test('behavior: without a camera, or without a list of them, there is nothing to press', async () => {
    expect(await hasCamera()).toBe(true)
    Object.assign(navigator.mediaDevices, { enumerateDevices: async () => [{ kind: 'audioinput' }] })
    expect(await hasCamera()).toBe(false)
    Reflect.deleteProperty(navigator, 'mediaDevices')
    expect(await hasCamera()).toBe(false)
  })
})
