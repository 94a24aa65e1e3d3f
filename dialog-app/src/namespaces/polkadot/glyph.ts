import { dot, type Glyph } from '../glyph.js'

export const glyph: Glyph = {
  areas: [dot(12, 5, 2.6), dot(12, 19, 2.6), dot(6, 8.6, 2), dot(18, 8.6, 2), dot(6, 15.4, 2), dot(18, 15.4, 2)],
}
