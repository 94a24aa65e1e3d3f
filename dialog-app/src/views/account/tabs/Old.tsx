import { useT } from '../../../lib/i18n.js'
import { useDialogStore } from '../../../lib/useDialog.js'
import { uiStore } from '../../../state/ui.js'

/** What is below is older than it should be: why, where that is known, and how it is asked for again. */
export function Old({ text, onRetry }: { readonly text?: string | undefined; readonly onRetry: () => void }) {
  const t = useT()
  const online = useDialogStore(uiStore, (state) => state.online)
  return (
    <div className="hstack between t-label folded" role="status">
      <span className="muted">{online ? (text ?? t('tokens.stale')) : t('tokens.offlineTitle')}</span>
      {online && (
        <button type="button" className="btn-inline t-label" onClick={onRetry}>
          {t('common.tryAgain')}
        </button>
      )}
    </div>
  )
}
