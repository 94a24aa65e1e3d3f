import { describe, expect, test } from 'vitest'
import { formatAge, splitHost } from './format.js'

describe('splitHost', () => {
  test('behavior: the registrable domain stands apart', () => {
    expect(splitHost('market.meadow.example')).toEqual({ sub: 'market.', domain: 'meadow.example' })
    expect(splitHost('a.b.shop.co.uk')).toEqual({ sub: 'a.b.', domain: 'shop.co.uk' })
  })
  test('behavior: nothing is cut from short names, ports and addresses', () => {
    expect(splitHost('meadow.example')).toEqual({ sub: '', domain: 'meadow.example' })
    expect(splitHost('localhost:4100')).toEqual({ sub: '', domain: 'localhost:4100' })
    expect(splitHost('127.0.0.1:4100')).toEqual({ sub: '', domain: '127.0.0.1:4100' })
    expect(splitHost('[::1]:4100')).toEqual({ sub: '', domain: '[::1]:4100' })
    expect(splitHost('a.app.localhost:4100')).toEqual({ sub: 'a.', domain: 'app.localhost:4100' })
  })
  test('behavior: a registrar’s long second label is not a country', () => {
    expect(splitHost('pay.meadow.de')).toEqual({ sub: 'pay.', domain: 'meadow.de' })
  })
})

describe('formatAge', () => {
  test('behavior: seconds, minutes, hours, cut and never in the future', () => {
    const now = 10_000_000
    expect(formatAge(now, now, 'en')).toBe('now')
    expect(formatAge(now + 5_000, now, 'en')).toBe('now')
    expect(formatAge(now - 30_000, now, 'en')).toBe('30 sec. ago')
    expect(formatAge(now - 125_000, now, 'en')).toBe('2 min. ago')
    expect(formatAge(now - 7_300_000, now, 'en')).toBe('2 hr. ago')
  })
})
