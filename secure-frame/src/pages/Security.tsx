import { useEffect, useState } from 'react'
import type { Link } from '../security/link.js'
import { SecurityApp } from '../security/SecurityApp.js'
import { t } from '../shell/i18n.js'
import { whenFrameGoes } from '../shell/ownWindow.js'
import { Note } from '../ui/Note.js'
import '../security/security.css'

/** The window for keys and custody. It holds no key itself: the frame that opened it hands it a channel to its Worker. */
export function Security({ wallet }: { readonly wallet: Promise<Link> }) {
  const [link, setLink] = useState<Link | 'lost' | null>(null)
  useEffect(() => {
    const lose = () => setLink('lost')
    wallet.then((found) => {
      setLink(found)
      void found.closed.then(lose)
    }, lose)
    return whenFrameGoes(lose)
  }, [wallet])
  if (link === 'lost')
    return (
      <main className="page" data-view="Security" data-page="lost">
        <h1>{t('security.lost')}</h1>
        <Note tone="neg" title={t('security.lostTitle')} text={t('security.lostText')} />
      </main>
    )
  if (!link)
    return (
      <main className="page" data-view="Security" data-page="loading" aria-busy="true">
        <p role="status" className="muted">
          {t('preparing')}
        </p>
      </main>
    )
  return <SecurityApp link={link} />
}
