// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import ar from '../locales/ar.json'
import en from '../locales/en.json'
import later from '../locales/later-en.json'
import { activateLocale, loadLaterMessages, type MessageId, t } from './i18n.js'
import { forgetWarnings } from './log.js'

let warn: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en'])
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(async () => {
  await activateLocale('en')
  vi.restoreAllMocks()
  forgetWarnings()
})

describe('catalogues', () => {
  test('behavior: Arabic has every message of English, and none beside', () => {
    expect(Object.keys(ar).sort()).toEqual([...Object.keys(en), ...Object.keys(later)].sort())
  })
})

describe('activateLocale', () => {
  test('behavior: English is there without loading anything', () => {
    expect(t('connect.title', { app: 'Meadow' })).toBe('Connect to Meadow')
  })
  test('behavior: Arabic, with its own plural forms and Latin digits', async () => {
    await expect(activateLocale('ar-EG')).resolves.toEqual({ locale: 'ar', dir: 'rtl' })
    expect(t('connect.found', { count: 2 })).toBe('عُثر على محفظتين')
    expect(t('connect.found', { count: 5 })).toBe('عُثر على 5 محافظ')
    expect(t('connect.found', { count: 11 })).toBe('عُثر على 11 محفظة')
    expect(warn).not.toHaveBeenCalled()
  })
  test('behavior: without a catalogue the visitor’s languages count, then English', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['tlh', 'ar'])
    await expect(activateLocale('xx')).resolves.toMatchObject({ locale: 'ar' })
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['tlh'])
    await expect(activateLocale('xx')).resolves.toEqual({ locale: 'en', dir: 'ltr' })
  })
  test('behavior: the page’s own words win, with placeholders and plurals', async () => {
    const own = { en: { 'connect.title': 'Join {app}', 'connect.found': '{count, plural, one {one key} other {# keys}}' } }
    await activateLocale('en', own)
    expect(t('connect.title', { app: 'Meadow' })).toBe('Join Meadow')
    expect(t('connect.found', { count: 3 })).toBe('3 keys')
    await activateLocale('en')
    expect(t('connect.title', { app: 'Meadow' })).toBe('Connect to Meadow')
  })
  test('behavior: the pseudo-locale is longer, accented, and keeps placeholders and tags', async () => {
    await activateLocale('en-XA')
    const title = t('connect.title', { app: 'Meadow' })
    expect(title).toMatch(/^Çöññéçţ ţö/)
    expect(title).toContain('Meadow')
    expect(title.length).toBeGreaterThan('Connect to Meadow'.length * 1.2)
    expect(t('connect.acceptTerms')).toMatch(/<0>.+<\/0>/)
    expect(t('connect.found', { count: 3 })).toContain('3')
  })
  test('behavior: the last of two calls decides', async () => {
    const [first, second] = await Promise.all([activateLocale('ar'), activateLocale('en')])
    expect(second.locale).toBe('en')
    expect(first.locale).toBe('en')
  })
  test('behavior: a message that no catalogue has shows its key', () => {
    expect(t('no.such.message' as MessageId)).toBe('no.such.message')
  })
})

describe('loadLaterMessages', () => {
  test('behavior: brings the words of the other views and keeps those of the locale', async () => {
    await activateLocale('ar')
    await loadLaterMessages()
    expect(t('account.title')).toBe('الحساب')
    await activateLocale('en')
    expect(t('account.title')).toBe('Account')
  })
})
