import type { Features } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { defaultFeatures } from '../../state/settings.js'
import { applyLogins, localFeatures } from './localFeatures.js'

describe('localFeatures', () => {
  test.each<[string, Features['swaps'], boolean]>([
    ['left out', undefined, true],
    ['on', true, true],
    ['off', false, false],
    ['a list of providers', ['one'], true],
    ['an empty list of providers', [], false],
  ])('behavior: buying and swapping, %s', (_name, value, expected) => {
    expect(localFeatures(value === undefined ? {} : { onramp: value, swaps: value })).toMatchObject({ onramp: expected, swaps: expected })
  })
})

describe('applyLogins', () => {
  test('behavior: what the page asks for and the server can do is offered, in the page’s order', () => {
    const wanted = { ...defaultFeatures, socials: ['github', 'x', 'google'] as const }
    expect(applyLogins(wanted, { email: true, socials: ['google', 'apple', 'github'] })).toMatchObject({
      email: true,
      socials: ['github', 'google'],
    })
  })

  test('behavior: the server turns nothing on', () => {
    const wanted = { ...defaultFeatures, email: false, socials: [] }
    expect(applyLogins(wanted, { email: true, socials: ['google'] })).toEqual(wanted)
  })

  test('behavior: a server without accounts offers no login, and every other feature as it was', () => {
    expect(applyLogins(defaultFeatures, { email: false, socials: [] })).toEqual({ ...defaultFeatures, email: false, socials: [] })
  })
})
