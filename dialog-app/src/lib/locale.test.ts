import { describe, expect, test } from 'vitest'
import { intlLocale } from './locale.js'

describe('intlLocale', () => {
  test('behavior: Latin digits, and pseudo-locales count as their language', () => {
    expect(new Intl.NumberFormat(intlLocale('ar')).format(1234.5)).toContain('1')
    expect(intlLocale('en-XA')).toBe('en-u-nu-latn')
  })
})
