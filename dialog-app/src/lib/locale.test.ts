import { describe, expect, test } from 'vitest'
import { chooseLocale, directionOf, intlLocale } from './locale.js'

const have = ['en', 'ar', 'pt-BR', 'en-XA']

describe('chooseLocale', () => {
  test('behavior: the first wish that there is a catalogue for', () => {
    expect(chooseLocale(['de', 'ar'], have)).toBe('ar')
    expect(chooseLocale([undefined, '', 'pt-br'], have)).toBe('pt-BR')
  })
  test('behavior: a region falls back to its language', () => {
    expect(chooseLocale(['ar-EG', 'en'], have)).toBe('ar')
    expect(chooseLocale(['ar_SA'], have)).toBe('ar')
  })
  test('behavior: English when nothing matches', () => {
    expect(chooseLocale(['xx', 'tlh'], have)).toBe('en')
    expect(chooseLocale([], have)).toBe('en')
  })
})

describe('directionOf', () => {
  test('behavior: right to left for Arabic and its mirror of English', () => {
    expect(directionOf('ar')).toBe('rtl')
    expect(directionOf('ar-XB')).toBe('rtl')
    expect(directionOf('fa-IR')).toBe('rtl')
    expect(directionOf('en')).toBe('ltr')
  })
})

describe('intlLocale', () => {
  test('behavior: Latin digits, and pseudo-locales count as their language', () => {
    expect(new Intl.NumberFormat(intlLocale('ar')).format(1234.5)).toContain('1')
    expect(intlLocale('en-XA')).toBe('en-u-nu-latn')
  })
})
