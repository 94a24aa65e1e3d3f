import type { Glyph } from '../glyph.js'

export const glyph: Glyph = { areas: ['M7.5 5.5h12l-3 3h-12z', 'M4.5 10.5h12l3 3h-12z', 'M7.5 15.5h12l-3 3h-12z'] }
