import type { NamespaceId } from '@latchkey/protocol'
import { familyGlyph, familyName } from '../../features/connect/family.js'
import { useT } from '../../lib/i18n.js'
import './family.css'

/** A family's mark alone, in the colour of its text. */
export function FamilyMark({ namespace, size = 24 }: { readonly namespace: NamespaceId; readonly size?: 16 | 20 | 24 }) {
  const { areas = [], lines = [] } = familyGlyph(namespace)
  return (
    <svg className={`i i-${size} family`} viewBox="0 0 24 24" aria-hidden="true">
      {areas.map((path) => (
        <path key={path} d={path} className="area" />
      ))}
      {lines.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}

type FamilyIconProps = { readonly namespace: NamespaceId; readonly size?: 40 | 56; readonly ink?: boolean }

/** The mark on a disc. */
export function FamilyIcon({ namespace, size = 40, ink = false }: FamilyIconProps) {
  return (
    <span className={`g g-${size} ${ink ? 'ink' : ''}`}>
      <FamilyMark namespace={namespace} size={size === 40 ? 20 : 24} />
    </span>
  )
}

/** Over the rows of one family. */
export function FamilyHeading({ namespace }: { readonly namespace: NamespaceId }) {
  const t = useT()
  return (
    <p className="section t-label family-head">
      <FamilyMark namespace={namespace} size={16} />
      {t(familyName(namespace))}
    </p>
  )
}
