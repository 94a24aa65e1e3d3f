import { ApprovalCard } from '../approval/ApprovalCard.js'
import { t } from '../shell/i18n.js'
import type { ApprovalActions } from '../shell/store.js'
import { useShellState } from '../ui/useShell.js'

/** The wallet's own window. Its opener is the frame, of the same origin; from anybody else it hears nothing. */
export function Approve({ actions }: { readonly actions: ApprovalActions }) {
  const { approval } = useShellState()
  if (!approval)
    return (
      <main className="page">
        <p className="muted">{t(window.opener ? 'preparing' : 'window.lost')}</p>
      </main>
    )
  return <ApprovalCard approval={approval} actions={actions} place="window" />
}
