import { lazy, Suspense, useEffect, useState } from 'react'
import { ApprovalCard } from '../approval/ApprovalCard.js'
import type { JoinedFrame, Lost } from '../approval/joinFrame.js'
import { t } from '../shell/i18n.js'
import { Note } from '../ui/Note.js'
import { useShellState } from '../ui/useShell.js'

const Prove = lazy(() => import('../security/Prove.js').then((part) => ({ default: part.Prove })))

/** The wallet's own window. Its opener is the frame, of the same origin; from anybody else it hears nothing. */
export function Approve({ frame: { actions, lost, openWallet } }: { readonly frame: JoinedFrame }) {
  const { approval } = useShellState()
  const [end, setEnd] = useState<Lost | null>(null)
  const [proving, setProving] = useState(false)
  useEffect(() => void lost.then(setEnd), [lost])
  // No button is left: nobody would hear it.
  if (end)
    return (
      <main className="page" data-page="lost">
        <h1>{t('window.lost')}</h1>
        <Note
          tone="neg"
          title={t(end === 'unknown' ? 'window.unknown' : 'window.unsigned')}
          text={t(end === 'unknown' ? 'window.unknownText' : 'window.unsignedText')}
        />
      </main>
    )
  if (!approval)
    return (
      <main className="page">
        <p className="muted">{t('preparing')}</p>
      </main>
    )
  if (proving && approval.unproven)
    return (
      <Suspense fallback={null}>
        <Prove openWallet={openWallet} onEnd={() => setProving(false)} />
      </Suspense>
    )
  return <ApprovalCard approval={approval} actions={actions} place="window" onProve={() => setProving(true)} />
}
