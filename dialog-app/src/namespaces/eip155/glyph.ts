import type { Glyph } from '../glyph.js'

export const glyph: Glyph = { areas: ['M12 2.5l6 9.7-6 3.5-6-3.5z', 'M6.3 14l5.7 3.3 5.7-3.3L12 21.5z'] }
