import type { NamespaceId } from '@latchkey/protocol'
import type { Glyph } from './glyph.js'

const files = import.meta.glob<Glyph>('./*/glyph.ts', { eager: true, import: 'glyph' })

/** What stands for a family where its name stands, too. */
export const glyphOf = (namespace: NamespaceId): Glyph => files[`./${namespace}/glyph.ts`] ?? {}
