import { lazy, Suspense } from 'react'
import { t } from '../shell/i18n.js'
import { type ApprovalActions, type SecurityActions, useShellState } from '../shell/store.js'

const FramedApproval = lazy(async () => ({ default: (await import('../approval/FramedApproval.js')).FramedApproval }))

const FramedSecurity = lazy(async () => ({ default: (await import('../security/FramedSecurity.js')).FramedSecurity }))

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
  if (!approval && !security) return null
  return (
    <Suspense fallback={null}>
      {approval ? (
        <FramedApproval approval={approval} actions={actions} />
      ) : (
        security && <FramedSecurity page={security.page} actions={actions} />
      )}
    </Suspense>
  )
}
