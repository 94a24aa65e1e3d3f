import { describe, expect, test } from 'vitest'
import { keyAction } from './keys.js'

const none = { altKey: false, ctrlKey: false, metaKey: false, isComposing: false, defaultPrevented: false }
const press = (key: string, more: Partial<typeof none> = {}, context: Partial<Parameters<typeof keyAction>[1]> = {}) =>
  keyAction({ ...none, key, ...more }, { typing: false, search: true, rtl: false, ...context })

describe('keyAction', () => {
  test('behavior: Escape goes up, also out of a field', () => {
    expect(press('Escape')).toBe('up')
    expect(press('Escape', {}, { typing: true })).toBe('up')
  })
  test('behavior: a field that used Escape itself keeps it', () => {
    expect(press('Escape', { defaultPrevented: true })).toBeUndefined()
  })
  test('behavior: Alt and the arrow that points back, mirrored', () => {
    expect(press('ArrowLeft', { altKey: true })).toBe('back')
    expect(press('ArrowRight', { altKey: true })).toBeUndefined()
    expect(press('ArrowRight', { altKey: true }, { rtl: true })).toBe('back')
    expect(press('ArrowLeft')).toBeUndefined()
  })
  test('behavior: typing starts a search, where there is one', () => {
    expect(press('b')).toBe('type')
    expect(press('ب')).toBe('type')
    expect(press('/')).toBe('search')
    expect(press('b', {}, { search: false })).toBeUndefined()
    expect(press('b', {}, { typing: true })).toBeUndefined()
  })
  test('behavior: shortcuts, space and composed letters are no search', () => {
    expect(press('c', { ctrlKey: true })).toBeUndefined()
    expect(press('c', { metaKey: true })).toBeUndefined()
    expect(press(' ')).toBeUndefined()
    expect(press('Enter')).toBeUndefined()
    expect(press('k', { isComposing: true })).toBeUndefined()
  })
})
