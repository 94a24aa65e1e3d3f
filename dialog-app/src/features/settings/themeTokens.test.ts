import { describe, expect, test } from 'vitest'
import { contrast, parseColor, type Rgb } from '../../lib/color.js'
import { resolveTheme } from './theme.js'
import { refusedTokens, themeProperties } from './themeTokens.js'

const light = {
  bg: '#ffffff',
  surface1: '#f6f7f9',
  surface2: '#eceef2',
  fg: '#14171f',
  fgMuted: '#565d6b',
  accent: '#2b59f0',
  onAccent: '#ffffff',
  buttonBg: '#14171f',
  buttonFg: '#ffffff',
}
const color = (text: string | undefined) => parseColor(text ?? '') as Rgb

describe('themeProperties', () => {
  test('behavior: known tokens of their own kind become properties', () => {
    expect(
      themeProperties({ radius: 0.5, fontFamily: '"Inter", sans-serif', overlayBlur: '8px', overlay: 'rgb(0 0 0 / .5)' }, false, light),
    ).toEqual({
      '--radius': '0.5',
      '--font-family': '"Inter", sans-serif',
      '--overlay-blur': 'blur(8px)',
      '--overlay': 'rgb(0 0 0 / .5)',
    })
  })

  test('behavior: an overlay without blur has no filter', () => {
    expect(themeProperties({ overlayBlur: '0px' }, false, light)).toEqual({ '--overlay-blur': 'none' })
  })

  test.each([
    ['position', 'fixed'],
    ['__proto__', '#fff'],
    ['constructor', '#fff'],
    ['radius', '1;position:fixed'],
    ['radius', 99],
    ['radius', ''],
    ['fontFamily', 'x; background: url(https://evil.example)'],
    ['overlay', 'url(https://evil.example)'],
    ['overlayBlur', '9999px'],
    ['accent', 'var(--bg)'],
    ['accent', 'url(x)'],
    ['accent', '#12345g'],
    ['accent', 'rgb(0 0 0 / .01)'],
  ])('error: %s "%s" is left out', (token, value) => {
    expect(themeProperties({ [token]: value }, false, light)).toEqual({})
  })

  test.each(['#ffff00', '#fefefe', '#8888ff', '#2b59f0', '#000', 'rgb(255, 200, 0)'])(
    'behavior: the accent %s stays readable',
    (accent) => {
      const properties = themeProperties({ accent }, false, light)
      for (const ground of [light.bg, light.surface1, light.surface2]) {
        expect(contrast(color(properties['--accent']), color(ground))).toBeGreaterThanOrEqual(4.5)
      }
      const onAccent = color(properties['--on-accent'] ?? light.onAccent)
      expect(contrast(onAccent, color(properties['--accent']))).toBeGreaterThanOrEqual(4.5)
    },
  )

  test('behavior: a colour that is readable stays as it is', () => {
    expect(themeProperties({ accent: '#0b35b8' }, false, light)['--accent']).toBe('#0b35b8')
  })

  test('behavior: a page that darkens the ground gets text that can be read on it', () => {
    const properties = themeProperties({ bg: '#111111', surface1: '#1a1a1a', surface2: '#222222' }, false, light)
    expect(contrast(color(properties['--fg']), color('#222222'))).toBeGreaterThanOrEqual(4.5)
    expect(properties['--surface-1']).toBe('#1a1a1a')
  })

  test('behavior: a pair gives each theme its own value', () => {
    expect(themeProperties({ radius: [0, 1] }, false, {})).toEqual({ '--radius': '0' })
    expect(themeProperties({ radius: [0, 1] }, true, {})).toEqual({ '--radius': '1' })
  })
})

describe('resolveTheme', () => {
  test('behavior: the page’s mode, else its colour scheme; contrast on the visitor’s wish', () => {
    expect(resolveTheme('dark', 'light', false)).toBe('dark')
    expect(resolveTheme('auto', 'dark', false)).toBe('dark')
    expect(resolveTheme(undefined, 'light', false)).toBe('light')
    expect(resolveTheme('light', 'dark', true)).toBe('contrast')
    expect(resolveTheme('dark', 'light', true)).toBe('contrast-dark')
  })
})

describe('refusedTokens', () => {
  test('behavior: public tokens with values of their kind are taken', () => {
    expect(refusedTokens({ accent: ['#0f7a43', '#7ee2a8'], radius: 1, fontFamily: 'Inter, sans-serif' })).toEqual([])
  })

  test('error: tokens that do not exist, or take another kind of value, are named', () => {
    expect(refusedTokens({ acent: '#0f7a43', radius: 'round', accent: ['#0f7a43', 'greenish'], constructor: '1' })).toEqual([
      'acent',
      'radius',
      'accent',
      'constructor',
    ])
  })
})
