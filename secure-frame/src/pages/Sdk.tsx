import { FramedApproval } from '../approval/FramedApproval.js'
import { FramedSecurity } from '../security/FramedSecurity.js'
import { t } from '../shell/i18n.js'
import type { ApprovalActions, SecurityActions } from '../shell/store.js'
import { useShellState } from '../ui/useShell.js'

/** The document that the dialog frames. It draws nothing until somebody has to decide. */
export function Sdk({ actions }: { readonly actions: ApprovalActions & SecurityActions }) {
  const { approval, security, failure } = useShellState()
  if (failure !== null)
    return (
      <>
        <p role="alert">{t('failure.parent')}</p>
        <p className="label muted" lang="en" dir="ltr">
          {failure}
        </p>
      </>
    )
  if (approval) return <FramedApproval approval={approval} actions={actions} />
  return security && <FramedSecurity page={security.page} actions={actions} />
}
