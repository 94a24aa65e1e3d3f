import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMixed, skeletonOf } from './lookAlikeNames.js'

const usdc = skeletonOf('USDC')

describe('skeletonOf', () => {
  test.each([
    ['Cyrillic', 'UЅDС'],
    ['Greek', 'υSDϹ'],
    ['Armenian', 'ՍՏDC'],
    ['full-width', 'ＵＳＤＣ'],
    ['mathematical', '𝐔𝓢𝕯𝙲'],
    ['small capitals', 'ᴜꜱᴅᴄ'],
    ['Lisu', 'ꓴꓢꓓꓚ'],
    ['Cherokee', 'USᎠᏟ'],
    ['Coptic', 'USDⲤ'],
    ['Canadian syllabics', 'ᑌSᗪᑕ'],
    ['digits', 'U5DC'],
    ['currency signs', 'U$DC'],
    ['combining marks', 'U̲S̈ḊĈ'],
    ['zero-width', 'U\u200bS\u2060D\ufeffC'],
    ['circles', 'ⓊⓈⒹⒸ'],
    ['dark squares', '🆄🆂🅳🅲'],
    ['letters of flags', '🇺🇸🇩🇨'],
    ['spaces and signs', '$ U.S-D_C '.replace('$ ', '')],
    ['two letters that look like one', 'USclC'],
    ['superscript', 'ᵁˢᴰꟲ'],
    ['Roman numerals', 'USⅮⅭ'],
  ])('behavior: %s are seen as the letters that they look like', (_what, name) => {
    expect(skeletonOf(name)).toBe(usdc)
  })

  test('behavior: names that are told apart stay apart', () => {
    const names = [
      'USDC',
      'USDT',
      'DAI',
      'WETH',
      'ETH',
      'WBTC',
      'wstETH',
      'stETH',
      'LINK',
      'UNI',
      'OP',
      'ARB',
      'WPOL',
      'POL',
      'cbBTC',
      'cbETH',
      'AAVE',
      'USDC.e',
      'crvUSD',
    ]
    expect(new Set(names.map(skeletonOf)).size).toBe(names.length)
  })

  test('behavior: marks and what cannot be seen change nothing, wherever they stand', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('\u200b', '\u200d', '\u0301', '\u20dd', '\u00ad', '\u2800', '\ufe0f', ' ', '\u{e0041}'), {
          minLength: 5,
          maxLength: 5,
        }),
        (between) => {
          expect(skeletonOf([...'USDC'].map((letter, at) => `${between[at]}${letter}`).join('') + between[4])).toBe(usdc)
        },
      ),
    )
  })
})

describe('isMixed', () => {
  test.each([
    ['USDꓚ', true],
    ['US𐓀C', true],
    ['USDC', false],
    ['USD₮0', false],
    ['ＵＳＤＣ', false],
    ['ёж', false],
  ])('behavior: %s: %s', (name, expected) => expect(isMixed(name)).toBe(expected))
})
