// @vitest-environment happy-dom

import { beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import type { Dialog } from '../../lib/dialog.js'
import { initialSettings, settingsStore } from '../../state/settings.js'
import { initialUi, uiStore } from '../../state/ui.js'
import { testDialog } from '../../testing/testDialog.js'
import { configAlert } from '../settings/remoteSettings.js'
import { dismissAlert, showAlert } from './alert.js'
import { hideToast, showToast } from './toast.js'

let dialog: Dialog
beforeEach(() => {
  dialog = testDialog()
})

let warn: MockInstance

beforeEach(() => {
  uiStore(dialog).setState(initialUi, true)
  settingsStore(dialog).setState(initialSettings, true)
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  return () => vi.restoreAllMocks()
})

const toast = (message: string) => ({ variant: 'success' as const, message, autoClose: true })
const shown = () => uiStore(dialog).getState().toast?.message

describe('showToast', () => {
  test('behavior: an open toast closes first, the next shows after 150 ms, and only the newest', () => {
    vi.useFakeTimers()
    try {
      showToast(dialog, toast('one'))
      expect(shown()).toBe('one')
      showToast(dialog, toast('two'))
      showToast(dialog, toast('three'))
      vi.advanceTimersByTime(149)
      expect(shown()).toBeUndefined()
      vi.advanceTimersByTime(1)
      expect(shown()).toBe('three')
      showToast(dialog, toast('four'))
      hideToast(dialog)
      vi.advanceTimersByTime(1_000)
      expect(shown()).toBeUndefined()
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('showAlert', () => {
  test('behavior: each title once', () => {
    showAlert(dialog, { title: 'Server Error', developer: false })
    expect(uiStore(dialog).getState().alert?.title).toBe('Server Error')
    dismissAlert(dialog)
    showAlert(dialog, { title: 'Server Error', developer: false })
    expect(uiStore(dialog).getState().alert).toBeNull()
  })

  test('behavior: what only the site’s builder can mend is on screen in development alone, in the console always', () => {
    showAlert(dialog, { title: 'Rate Limited', detail: 'why', developer: true })
    expect(uiStore(dialog).getState().alert).toBeNull()
    expect(warn).toHaveBeenCalledWith('[latchkey] Rate Limited: why')
  })
})

describe('configAlert', () => {
  test.each([
    [429, 'Rate Limited'],
    [403, 'Invalid Project ID'],
    [401, 'Invalid Project ID'],
    [500, 'Server Error'],
    [503, 'Server Error'],
    [undefined, undefined],
    [400, undefined],
  ])('behavior: %s', (status, title) => expect(configAlert(status)).toBe(title))
})
