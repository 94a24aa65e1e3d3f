import type { NamespaceId } from '@latchkey/protocol'
import type { MessageId } from '../../lib/i18n.js'
import { type Glyph, glyphs } from '../../namespaces/glyphs.js'

export type { Glyph }

/** A chain family's mark. */
export const familyGlyph = (namespace: NamespaceId): Glyph => glyphs[namespace]

/** The message that names a chain family. */
export const familyName = (namespace: NamespaceId): MessageId => `family.${namespace}`
