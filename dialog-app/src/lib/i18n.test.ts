// @vitest-environment happy-dom

import { languages, languageTags, namespaceIds } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testDialog } from '../testing/testDialog.js'
import type { Dialog } from './dialog.js'
import { activateLocale, loadLaterMessages, type MessageId, t } from './i18n.js'

let dialog: Dialog
beforeEach(() => {
  dialog = testDialog()
})

let warn: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en'])
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(async () => {
  await activateLocale(dialog, 'en')
  vi.restoreAllMocks()
})

describe('catalogues', () => {
  test.each(languageTags)('behavior: %s has every message of English, and names every chain family', async (tag) => {
    await loadLaterMessages(dialog)
    await expect(activateLocale(dialog, tag)).resolves.toEqual({ locale: tag, dir: languages[tag] })
    expect(warn).not.toHaveBeenCalled()
    for (const id of namespaceIds) expect(t(dialog, `family.${id}`)).not.toBe(id)
  })
})

describe('activateLocale', () => {
  test('behavior: English is there without loading anything', () => {
    expect(t(dialog, 'connect.title', { app: 'Meadow' })).toBe('Connect to Meadow')
  })
  test('behavior: Arabic, with its own plural forms and Latin digits', async () => {
    await expect(activateLocale(dialog, 'ar-EG')).resolves.toEqual({ locale: 'ar', dir: 'rtl' })
    expect(t(dialog, 'connect.found', { count: 2 })).toBe('عُثر على محفظتين')
    expect(t(dialog, 'connect.found', { count: 5 })).toBe('عُثر على 5 محافظ')
    expect(t(dialog, 'connect.found', { count: 11 })).toBe('عُثر على 11 محفظة')
    expect(warn).not.toHaveBeenCalled()
  })
  test('behavior: without a catalogue the visitor’s languages count, then English', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['tlh', 'ar'])
    await expect(activateLocale(dialog, 'xx')).resolves.toMatchObject({ locale: 'ar' })
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['tlh'])
    await expect(activateLocale(dialog, 'xx')).resolves.toEqual({ locale: 'en', dir: 'ltr' })
  })
  test('behavior: the page’s own words win, with placeholders and plurals', async () => {
    const own = { en: { 'connect.title': 'Join {app}', 'connect.found': '{count, plural, one {one key} other {# keys}}' } }
    await activateLocale(dialog, 'en', own)
    expect(t(dialog, 'connect.title', { app: 'Meadow' })).toBe('Join Meadow')
    expect(t(dialog, 'connect.found', { count: 3 })).toBe('3 keys')
    await activateLocale(dialog, 'en')
    expect(t(dialog, 'connect.title', { app: 'Meadow' })).toBe('Connect to Meadow')
  })
  test('behavior: the pseudo-locale is longer, accented, and keeps placeholders and tags', async () => {
    await activateLocale(dialog, 'en-XA')
    const title = t(dialog, 'connect.title', { app: 'Meadow' })
    expect(title).toMatch(/^Çöññéçţ ţö/)
    expect(title).toContain('Meadow')
    expect(title.length).toBeGreaterThan('Connect to Meadow'.length * 1.2)
    expect(t(dialog, 'connect.acceptTerms')).toMatch(/<0>.+<\/0>/)
    expect(t(dialog, 'connect.found', { count: 3 })).toContain('3')
  })
  test('behavior: the last of two calls decides', async () => {
    const [first, second] = await Promise.all([activateLocale(dialog, 'ar'), activateLocale(dialog, 'en')])
    expect(second.locale).toBe('en')
    expect(first.locale).toBe('en')
  })
  test('behavior: a message that no catalogue has shows its key', () => {
    expect(t(dialog, 'no.such.message' as MessageId)).toBe('no.such.message')
  })
})

describe('loadLaterMessages', () => {
  test('behavior: brings the words of the other views and keeps those of the locale', async () => {
    await activateLocale(dialog, 'ar')
    await loadLaterMessages(dialog)
    expect(t(dialog, 'account.title')).toBe('الحساب')
    await activateLocale(dialog, 'en')
    expect(t(dialog, 'account.title')).toBe('Account')
  })
})
