import { useT } from '../../../lib/i18n.js'

/** What was before the server knew of the account is still being looked for. */
export function Searching() {
  const t = useT()
  return (
    <p className="t-label muted center" role="status">
      {t('activity.searching')}
    </p>
  )
}
