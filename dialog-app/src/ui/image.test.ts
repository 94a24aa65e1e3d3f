// @vitest-environment happy-dom
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { monogram, safeImage } from './image.js'

const ours = ['https://api.example']

describe('safeImage', () => {
  test('behavior: data images and our own hosts', () => {
    expect(safeImage('data:image/svg+xml,%3Csvg/%3E', ours)).toBe('data:image/svg+xml,%3Csvg/%3E')
    expect(safeImage('https://api.example/i.png', ours)).toBe('https://api.example/i.png')
    expect(safeImage('/assets/a.svg', ours)).toBe(new URL('/assets/a.svg', location.href).href)
  })
  test.each([
    ['<svg fill="#fff"><use href="#a"/></svg>', '<svg%20fill="%23fff"><use%20href="%23a"/></svg>'],
    ['%3Csvg fill="#fff"/%3E', '%3Csvg%20fill="%23fff"/%3E'],
    ['<svg\nwidth="1" fill="#fff"/>', '<svg%0Awidth="1"%20fill="%23fff"/>'],
    ['%3Csvg fill=%22%23fff%22/%3E#view', '%3Csvg%20fill=%22%23fff%22/%3E#view'],
  ])('behavior: a vector with what an address would end at or lose is drawn: %s', (vector, expected) => {
    expect(safeImage(`data:image/svg+xml,${vector}`, ours)).toBe(`data:image/svg+xml,${expected}`)
    expect(safeImage(`data:image/svg+xml,${expected}`, ours)).toBe(`data:image/svg+xml,${expected}`)
  })

  test('behavior: of any vector the whole text arrives, however much of it is escaped', () => {
    const text = fc.string({ unit: fc.constantFrom('#', '\n', '\t', ' ', 'a', '"', '%23', '%', 'é') })
    fc.assert(
      fc.property(text, (inside) => {
        const url = safeImage(`data:image/svg+xml,<svg>${inside}</svg>`, ours) ?? ''
        // As browsers read it (Fetch, data: URLs): the part before `#`, without tabs and line breaks.
        const read = unescapeBytes(url.split('#')[0]?.replace(/[\t\n\r]/g, '') ?? '')
        expect(read).toBe(unescapeBytes(`data:image/svg+xml,<svg>${inside}</svg>`))
      }),
    )
    function unescapeBytes(all: string) {
      return all.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    }
  })

  test('behavior: base64 is left as it is', () => {
    for (const source of ['data:image/png;base64,AA+/=', 'data:image/svg+xml;base64,PHN2Zy8+#icon'])
      expect(safeImage(source, ours)).toBe(source)
  })

  test('error: strangers, scripts and other data are left out', () => {
    expect(safeImage('https://tracker.example/i.png', ours)).toBeUndefined()
    expect(safeImage('https://api.example.evil.example/i.png', ours)).toBeUndefined()
    expect(safeImage('javascript:alert(1)', ours)).toBeUndefined()
    expect(safeImage('data:text/html,<b>', ours)).toBeUndefined()
    expect(safeImage('http://', ours)).toBeUndefined()
    expect(safeImage(undefined, ours)).toBeUndefined()
  })
})

describe('monogram', () => {
  test('behavior: the first letter or number, of any script', () => {
    expect(monogram('harbor')).toBe('H')
    expect(monogram('  1inch')).toBe('1')
    expect(monogram('محفظة')).toBe('م')
    expect(monogram('🦊 Fox')).toBe('F')
    expect(monogram('🦊')).toBe('·')
  })
})
