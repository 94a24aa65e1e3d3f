import { useEffect, useMemo, useState } from 'react'
import { ApprovalCard } from '../approval/ApprovalCard.js'
import type { FromWindow, ToWindow } from '../approval/approvalWindow.js'
import { applyTheme } from '../shell/applyTheme.js'
import { t } from '../shell/i18n.js'
import { type ApprovalActions, useShell } from '../shell/store.js'
import type { ApprovalView } from '../worker/contract.js'

/** The wallet's own window. Its opener is the frame, of the same origin; from anybody else it hears nothing. */
export function Approve() {
  const shell = useShell()
  const [approval, setApproval] = useState<ApprovalView | null>(null)
  const send = useMemo(() => (message: FromWindow) => (window.opener as Window | null)?.postMessage(message, location.origin), [])
  useEffect(() => {
    const heard = ({ source, origin, data }: MessageEvent<ToWindow>) => {
      if (origin !== location.origin || source === null || source !== window.opener || data.type !== 'latchkey:approval') return
      if (data.approval === null) window.close()
      void applyTheme(shell, data.theme).then(() => setApproval(data.approval))
    }
    addEventListener('message', heard)
    send({ type: 'latchkey:approve-ready' })
    return () => removeEventListener('message', heard)
  }, [send, shell])
  const actions = useMemo<ApprovalActions>(
    () => ({
      decide: async (decision) => {
        send({ type: 'latchkey:decide', decision })
        return true
      },
      setLimit: async (requestId, amount) => send({ type: 'latchkey:limit', requestId, amount }),
      resized: () => undefined,
    }),
    [send],
  )
  if (!approval)
    return (
      <main className="page">
        <p className="muted">{t(window.opener ? 'preparing' : 'window.lost')}</p>
      </main>
    )
  return <ApprovalCard approval={approval} actions={actions} framed={false} />
}
