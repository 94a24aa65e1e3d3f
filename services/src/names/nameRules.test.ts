import { normalize } from 'viem/ens'
import { describe, expect, test } from 'vitest'
import { createNameRules } from './nameRules.js'

/* What may be registered, by the rules of ENSIP-15 as `@adraffy/ens-normalize` (in viem) has them. */

const zone = 'wallet.test'
const read = createNameRules([zone], ['acme'])
const of = (label: string) => read(`${label}.${zone}`)

/** The same numbers each time. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

describe('labels', () => {
  test.each([
    ['Cyrillic and Latin', 'pаypаl'],
    ['Cyrillic alone', 'раура'],
    ['Greek and Latin', 'cοffee'],
    ['Armenian', 'օոօո'],
    ['Cherokee', 'ᎪᎡᎢᎳ'],
    ['fullwidth', 'ｐａｙｐａｌ'],
    ['mathematical', '𝐩𝐚𝐲𝐩𝐚𝐥'],
    ['a ligature', 'oﬃce'],
    ['a dotless i', 'mırror'],
    ['an accent, composed', 'rené-v'],
    ['an accent, decomposed', 'rene\u0301-v'],
    ['a soft hyphen', 'pay\u00adpal'],
    ['a joiner', 'pay\u200dpal'],
    ['a direction mark', 'pay\u202epal'],
    ['a variation selector', 'pay\ufe0fpal'],
    ['an emoji', 'pay💸pal'],
    ['Arabic digits', 'pay١٢٣'],
    ['a hyphen of another kind', 'pay‐pal'],
    ['an underscore', 'pay_pal'],
    ['a space', 'pay pal'],
    ['an apostrophe', 'pay’pal'],
  ])('error: with %s is no name', (_what, label) => {
    expect(of(label)).toEqual({ mistake: 'characters' })
  })

  test('behavior: of 5,000 random labels of all scripts, what may be registered is what every resolver asks for, and nothing else than Latin letters, digits and hyphens', () => {
    const random = randomOf(14)
    const latin = () => String.fromCharCode(97 + random(26))
    const any = () => {
      const point = random(0x1_0000)
      return point >= 0xd800 && point <= 0xdfff ? latin() : String.fromCodePoint(point)
    }
    let registrable = 0
    for (let count = 0; count < 5_000; count += 1) {
      const strange = random(3)
      const label = Array.from({ length: 5 + random(8) }, (_, index) => (index < strange ? any() : latin())).join('')
      const found = of(label)
      if ('mistake' in found) continue
      registrable += 1
      expect([label, found.name]).toEqual([label, normalize(`${label}.${zone}`)])
      expect(found.label).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    }
    expect(registrable).toBeGreaterThan(500)
  })

  test.each([
    ['paypal', 'paypa1'],
    ['mirror', 'rnirror'],
    ['vault-x', 'vau1t-x'],
    ['window', 'vvindow'],
    ['cool', 'c00l'],
    ['modern-1', 'rnodern-l'],
  ])('behavior: %s and %s are one to whoever reads them', (one, other) => {
    const skeletons = [of(one), of(other)].map((found) => ('skeleton' in found ? found.skeleton : found.mistake))
    expect(skeletons[0]).toBe(skeletons[1])
  })

  test.each([
    'support',
    'SUPPORT',
    'supp0rt',
    'sup-port',
    's-u-p-p-o-r-t',
    'adrnin',
    'acme',
    'a-c-m-e',
    'wa11et',
    'vva11et',
    '1atchkey',
    '1egal',
  ])('error: %s is reserved', (label) => {
    expect(of(label)).toEqual({ mistake: 'reserved' })
  })
})
