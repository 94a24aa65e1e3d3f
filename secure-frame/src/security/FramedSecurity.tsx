import type { SecurityPage } from '@latchkey/protocol'
import { useEffect, useRef, useState } from 'react'
import { useReportedHeight } from '../approval/useReportedHeight.js'
import { t } from '../shell/i18n.js'
import type { ApprovalActions, SecurityActions } from '../shell/store.js'
import { Icon } from '../ui/Icon.js'
import { Note } from '../ui/Note.js'

type Props = { readonly page: SecurityPage; readonly actions: ApprovalActions & SecurityActions }

/** The way to the window for keys and custody. Pressing its button under false pretences opens a window and nothing else. */
export function FramedSecurity({ page, actions }: Props) {
  const card = useRef<HTMLElement>(null)
  const [state, setState] = useState<'idle' | 'open' | 'blocked'>('idle')
  useReportedHeight(card, actions)
  useEffect(() => actions.securityWindow.whenClosed(actions.leaveSecurity), [actions])
  const open = () => setState(actions.securityWindow.open(page) ? 'open' : 'blocked')
  return (
    <main ref={card} className="card" data-view="ApproveTransaction" data-surface="security">
      <div className="body">
        <div className="inner center">
          <span className="hero">
            <Icon name="lock" />
          </span>
          <h1>{t(page === 'unlock' ? 'security.unlockTitle' : 'security.apart')}</h1>
          <p className="muted">
            {t(state === 'open' ? 'security.opened' : page === 'unlock' ? 'security.unlockText' : 'security.text', { host: location.host })}
          </p>
          {state === 'blocked' ? <Note tone="warn" title={t('window.blocked')} text={t('security.blockedText')} /> : null}
        </div>
      </div>
      <footer className="footer">
        <button type="button" className="btn" onClick={open} data-testid="open-window">
          {t(state === 'open' ? 'security.focus' : state === 'blocked' ? 'security.again' : 'security.open')}
        </button>
        <button type="button" className="btn-text" onClick={actions.leaveSecurity}>
          {t('security.notNow')}
        </button>
      </footer>
    </main>
  )
}
