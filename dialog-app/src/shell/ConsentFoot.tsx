import type { ViewName } from '@latchkey/protocol'
import { useConsentBox } from '../features/connect/consent.js'
import { useLateParts } from '../views/connect/useLateParts.js'

/** The page's check box, under whatever view a user begins to connect in. */
export function ConsentFoot({ view }: { readonly view: ViewName }) {
  const shown = useConsentBox(view)
  const late = useLateParts(shown)
  if (!shown || !late) return null
  return (
    <div className="footer consent-foot">
      <late.Legal />
    </div>
  )
}
