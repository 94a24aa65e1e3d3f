import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../shell/i18n.js'
import type { ApprovalActions, SecurityActions } from '../shell/store.js'
import { Icon } from '../ui/Icon.js'
import { Note } from '../ui/Note.js'
import { Origin } from '../ui/Origin.js'
import { useShell } from '../ui/useShell.js'
import { placeOf } from '../worker/approve/place.js'
import type { ApprovalView } from '../worker/contract.js'
import { ApprovalCard } from './ApprovalCard.js'
import { type ApprovalWindow, openApprovalWindow } from './approvalWindow.js'
import { elsewhereClass } from './cardHeight.js'
import { tellsCovering } from './useArmed.js'
import { useReportedHeight } from './useReportedHeight.js'

type Props = { readonly approval: ApprovalView; readonly actions: ApprovalActions & Pick<SecurityActions, 'attach'> }

/** The wallet's own window, for as long as this request or those behind it wait. */
function useWindow({ approval, actions }: Props) {
  const { getState } = useShell()
  const [refusals, setRefusals] = useState(0)
  const link = useRef<ApprovalWindow>(undefined)
  useEffect(() => link.current?.show(approval), [approval])
  useEffect(() => () => link.current?.close(), [])
  const open = () => {
    link.current ??= openApprovalWindow(actions, () => getState().theme)
    const opened = link.current.open(approval)
    setRefusals((count) => (opened ? 0 : count + 1))
  }
  return { refusals, open }
}

/** The button that opens the wallet's own window. Pressing it under false pretences opens a window and nothing else. */
function WindowButton({ refusals, open }: ReturnType<typeof useWindow>) {
  return (
    <>
      {refusals > 0 ? <Note tone="warn" title={t('window.blocked')} text={t('window.blockedText')} /> : null}
      <button type="button" className="btn" onClick={open} data-testid="open-window">
        {t(refusals > 0 ? 'window.continue' : 'window.open')}
      </button>
    </>
  )
}

type NoticeProps = Props & {
  readonly surface: 'window' | 'refused'
  readonly title: string
  readonly footer: ReactNode
  readonly children: ReactNode
}

/** A request of which nothing is decided here. */
function Notice({ approval, actions, surface, title, footer, children }: NoticeProps) {
  const { requestId, total } = approval
  const card = useRef<HTMLElement>(null)
  useReportedHeight(card, actions)
  return (
    <main ref={card} className="card" data-view="ApproveTransaction" data-surface={surface}>
      <header className="header">
        <span className="label muted">{total > 1 ? t('queue', { position: 1, total }) : null}</span>
        <h1>{title}</h1>
        <span />
      </header>
      <Origin origin={approval.origin} verified={approval.verified} />
      <div className="body">{children}</div>
      <footer className="footer">
        {footer}
        {total > 1 ? (
          <button type="button" className="btn-text" onClick={() => void actions.decide({ requestId, digest: null, answer: 'rejectAll' })}>
            {t('rejectAll', { total })}
          </button>
        ) : null}
      </footer>
    </main>
  )
}

/** Consent for pages that the operator does not vouch for, and in browsers that do not tell what covers a frame: only in a window that no page can draw on. */
function WindowCard({ own, ...props }: Props & { readonly own: ReturnType<typeof useWindow> }) {
  const { approval, actions } = props
  return (
    <Notice
      {...props}
      surface="window"
      title={t('window.title')}
      footer={
        <>
          <WindowButton {...own} />
          <button
            type="button"
            className="btn-text"
            onClick={() => void actions.decide({ requestId: approval.requestId, digest: null, answer: 'reject' })}
          >
            {t('reject')}
          </button>
        </>
      }
    >
      <div className="inner center">
        <span className="hero">
          <Icon name="lock" />
        </span>
        <p className="muted">{t('window.text', { host: location.host })}</p>
      </div>
    </Notice>
  )
}

/** What can be approved in a window only, where none opens: why, and what the user can do. */
function RefusedCard(props: Props) {
  const { approval, actions } = props
  const close = () => void actions.decide({ requestId: approval.requestId, digest: null, answer: 'noWindow' })
  return (
    <Notice
      {...props}
      surface="refused"
      title={t('refused.title')}
      footer={
        <button type="button" className="btn" onClick={close} data-testid="refused">
          {t('refused.close')}
        </button>
      }
    >
      <div className="inner">
        <Note tone="neg" title={t('refused.why')} text={t('refused.text')} />
        <p className="muted">{t('refused.what')}</p>
      </div>
    </Notice>
  )
}

/** The approval as the dialog shows it: whole here, or as the way to the wallet's own window. */
export function FramedApproval({ approval, actions }: Props) {
  const own = useWindow({ approval, actions })
  // A page with an opener policy (COOP) cuts off every window, at each press again.
  const place = placeOf(approval, { tellsCovering: tellsCovering(), opensWindows: own.refusals < 2 })
  if (place === 'refused') return <RefusedCard approval={approval} actions={actions} />
  if (place === 'typed') return <ApprovalCard approval={approval} actions={actions} place="typed" />
  if (place === 'window') return <WindowCard approval={approval} actions={actions} own={own} />
  const elsewhere = (
    <div className={`stack gap ${elsewhereClass}`}>
      <Note tone="warn" title={t('covered.title')} text={t('covered.text')} />
      <WindowButton {...own} />
    </div>
  )
  return <ApprovalCard approval={approval} actions={actions} place="frame" elsewhere={elsewhere} />
}
