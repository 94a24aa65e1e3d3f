import { lazy, Suspense, useState } from 'react'
import { readBoot } from '../shell/boot.js'
import { t } from '../shell/i18n.js'
import { startSdk } from '../shell/startSdk.js'
import { type ApprovalActions, type SecurityActions, useShell } from '../shell/store.js'

const FramedApproval = lazy(async () => ({ default: (await import('../approval/FramedApproval.js')).FramedApproval }))

const FramedSecurity = lazy(async () => ({ default: (await import('../security/FramedSecurity.js')).FramedSecurity }))

let actions: (ApprovalActions & SecurityActions) | undefined

/** The document that the dialog frames. It draws nothing until somebody has to decide. */
export function Sdk() {
  const [own] = useState(() => {
    actions ??= startSdk(readBoot())
    return actions
  })
  const { approval, security, failure } = useShell()
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
      {approval ? <FramedApproval approval={approval} actions={own} /> : security && <FramedSecurity page={security.page} actions={own} />}
    </Suspense>
  )
}
