import { useT } from '../../lib/i18n.js'
import { useDialogStore } from '../../lib/useDialog.js'
import { sessionStore } from '../../state/session.js'

/** A thin line while the wallet comes back; what is known stays on screen. */
export function Reconnecting({ wallet }: { readonly wallet: string }) {
  const t = useT()
  const status = useDialogStore(sessionStore, (state) => state.status)
  if (status !== 'reconnecting') return null
  return (
    <div className="topbar" role="status">
      <span className="visually-hidden">{t('account.reconnecting', { wallet })}</span>
    </div>
  )
}
