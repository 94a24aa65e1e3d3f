import { useT } from '../../lib/i18n.js'
import { useAppName } from '../useAppName.js'

/** What a page may do with a wallet that is signed in to on it. Said while the user can still turn back. */
export function Access() {
  const t = useT()
  return <p className="t-label muted access">{t('login.access', { app: useAppName() })}</p>
}
