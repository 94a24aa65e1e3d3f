import { expect, test } from 'vitest'
import { allowedFonts } from './fonts.js'

const font = (url: string) => ({ family: 'Meadow', url })

test('error: a font is loaded from an origin that the operator registered, and from no other', () => {
  const good = font('https://fonts.example/meadow.woff2')
  const bad = ['https://fonts.example.evil/a.woff2', 'http://fonts.example/a.woff2', 'nonsense'].map(font)
  expect(allowedFonts([good, ...bad], ['https://fonts.example'])).toEqual({ allowed: [good], refused: bad })
  expect(allowedFonts([good], [])).toEqual({ allowed: [], refused: [good] })
})
