import type { NamespaceId } from '@latchkey/protocol'
import type { MessageId } from '../../lib/i18n.js'
import { glyphOf } from '../../namespaces/glyphs.js'

/** A chain family's mark. */
export const familyGlyph = glyphOf

/** The message that names a chain family. */
export const familyName = (namespace: NamespaceId): MessageId => `family.${namespace}`
