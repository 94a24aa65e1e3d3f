import type { Glyph } from '../glyph.js'

export const glyph: Glyph = {
  lines: ['M8.5 6h4.3a2.9 2.9 0 0 1 0 5.8H8.5z', 'M8.5 11.8h5a3 3 0 0 1 0 6.2h-5z', 'M10.5 4v2M10.5 18v2M13.5 4v2M13.5 18v2'],
}
