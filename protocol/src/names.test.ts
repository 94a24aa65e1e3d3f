import { describe, expect, test } from 'vitest'
import { readAccountName, readLabel, registrationMessage } from './names.js'

describe('readLabel', () => {
  test('behavior: letters, digits and single hyphens, in lower case', () => {
    expect(readLabel('Mira-26')).toEqual({ label: 'mira-26' })
    expect(readLabel('a'.repeat(63))).toEqual({ label: 'a'.repeat(63) })
  })

  test.each([
    ['mi', 'short'],
    ['', 'short'],
    ['a'.repeat(64), 'long'],
    ['mira.okafor', 'characters'],
    ['mira okafor', 'characters'],
    // The first letter is Cyrillic.
    ['аlice', 'characters'],
    ['mirа', 'characters'],
    ['-mira', 'hyphens'],
    ['mira-', 'hyphens'],
    ['xn--mira', 'hyphens'],
  ])('error: %s', (text, mistake) => {
    expect(readLabel(text)).toEqual({ mistake })
  })
})

describe('readAccountName', () => {
  test('behavior: the suffixes of the rules, where no zone is given; else the zones', () => {
    expect(readAccountName('Mira.reown.id')).toEqual({ label: 'mira', zone: 'reown.id', name: 'mira.reown.id' })
    expect(readAccountName('mira.wcn.id')).toMatchObject({ zone: 'wcn.id' })
    expect(readAccountName('mira.WALLET.test', ['names.example', 'wallet.test'])).toMatchObject({ name: 'mira.wallet.test' })
  })

  test('error: another zone, a name below a name, the zone alone', () => {
    expect(readAccountName('mira.eth')).toEqual({ mistake: 'zone' })
    expect(readAccountName('my.mira.reown.id')).toEqual({ mistake: 'characters' })
    expect(readAccountName('reown.id')).toEqual({ mistake: 'zone' })
    expect(readAccountName('.reown.id')).toEqual({ mistake: 'short' })
  })
})

describe('registrationMessage', () => {
  test('behavior: the name, no attributes, and the time in seconds', () => {
    expect(registrationMessage('mira.wallet.test', 1_767_225_600)).toBe(
      '{"name":"mira.wallet.test","attributes":{},"timestamp":1767225600}',
    )
  })
})
