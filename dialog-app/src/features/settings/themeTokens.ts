import type { ThemeVariables } from '@latchkey/protocol'
import { ensureContrast, mix, parseColor, type Rgb, toHex } from '../../lib/color.js'

/** Public tokens that are colours, with what they must be readable on (names as in tokens.css). */
const colors = {
  bg: [],
  surface1: [],
  surface2: [],
  border: [],
  fg: ['bg', 'surface1', 'surface2'],
  fgMuted: ['bg', 'surface1', 'surface2'],
  accent: ['bg', 'surface1', 'surface2'],
  focus: ['bg', 'surface1', 'surface2'],
  link: ['bg', 'surface1', 'surface2'],
  positive: ['bg', 'surface1', 'surface2'],
  negative: ['bg', 'surface1', 'surface2'],
  warning: ['bg', 'surface1', 'surface2'],
  onAccent: ['accent'],
  buttonBg: [],
  buttonFg: ['buttonBg'],
} as const satisfies Record<string, readonly string[]>
type ColorToken = keyof typeof colors

const between = (minimum: number, maximum: number) => (value: string | number) => {
  const number = Number(value)
  return value !== '' && number >= minimum && number <= maximum ? String(number) : undefined
}

/** The other public tokens: what they may be. Everything else is refused, so nothing here can fetch, overlay or hide. */
const others: Readonly<Record<string, (value: string | number) => string | undefined>> = {
  radius: between(0, 2),
  fontScale: between(0.8, 1.5),
  density: between(0.8, 1.25),
  qrLogo: between(0, 1),
  fontFamily: (value) => (/^[\w\s,'"-]{1,256}$/.test(String(value)) ? String(value) : undefined),
  // A blur of nothing costs as much as any: the browser paints what lies behind the dialog anew with every frame.
  overlayBlur: (value) => (value === '0px' ? 'none' : /^([0-9]|[1-3][0-9]|40)px$/.test(String(value)) ? `blur(${value})` : undefined),
  overlay: (value) => (/^(#[0-9a-f]{3,8}|rgba?\([\d\s.,/%]{3,40}\))$/i.test(String(value)) ? String(value) : undefined),
}

/** Every public token. */
export const themeTokens: readonly string[] = [...Object.keys(colors), ...Object.keys(others)]

const cssName = (token: string) => `--${token.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/(\d)/, '-$1')}`

const ownColors = (token: string): token is ColorToken => Object.hasOwn(colors, token)

/**
 * A page's theme variables as custom properties: known tokens with values of their kind, colours moved as far as 4.5 : 1 needs. Pure.
 *
 * @param dark which of a `[light, dark]` pair counts
 * @param base the theme's own colours, for those that the page leaves alone
 * @returns properties for `style.setProperty`
 */
export function themeProperties(
  variables: ThemeVariables,
  dark: boolean,
  base: Readonly<Partial<Record<string, string>>>,
): Record<string, string> {
  const properties: Record<string, string> = {}
  const given = new Map<ColorToken, Rgb>()
  for (const [token, pair] of Object.entries(variables)) {
    const value = typeof pair === 'object' ? pair[dark ? 1 : 0] : pair
    if (ownColors(token)) {
      const color = parseColor(String(value))
      if (color) given.set(token, color)
    } else if (Object.hasOwn(others, token)) {
      const text = others[token]?.(value)
      if (text !== undefined) properties[cssName(token)] = text
    }
  }
  if (given.size === 0) return properties
  const result = new Map<string, Rgb>()
  // Grounds first: the rest is measured against them. A colour that the page left alone moves too when its ground did.
  for (const token of Object.keys(colors) as ColorToken[]) {
    const color = given.get(token) ?? parseColor(base[token] ?? '')
    if (!color) continue
    const grounds = colors[token].map((name) => result.get(name)).filter((ground) => ground !== undefined)
    const fit = grounds.length > 0 ? ensureContrast(color, grounds) : color
    result.set(token, fit)
    if (given.has(token) || fit !== color) properties[cssName(token)] = toHex(fit)
  }
  const ground = result.get('bg')
  for (const tone of ['accent', 'positive', 'negative', 'warning'] as const) {
    const color = result.get(tone)
    if (ground && color && (properties[cssName(tone)] || given.has('bg'))) properties[`--${tone}-tint`] = toHex(mix(color, ground, 0.06))
  }
  return properties
}

/** Names of theme variables that are no public token, or hold a value that is none of their kind. Pure. */
export function refusedTokens(variables: ThemeVariables): readonly string[] {
  return Object.entries(variables).flatMap(([token, pair]) => {
    const takes = ownColors(token) ? (value: string | number) => parseColor(String(value)) : Object.hasOwn(others, token) && others[token]
    return takes && [pair].flat().every((value) => takes(value) !== undefined) ? [] : [token]
  })
}

/** Custom property of every public colour token, for reading a theme's own values. */
export const colorProperties: readonly (readonly [token: string, property: string])[] = Object.keys(colors).map((token) => [
  token,
  cssName(token),
])
