import { useEffect, useState } from 'react'
import { t } from '../shell/i18n.js'

/** Milliseconds between two looks whether whoever opened this is still there: browsers tell nobody. */
const look = 1_000

function hasOpener(): boolean {
  const opener = window.opener as Window | null
  return opener !== null && !opener.closed
}

/** What the social popup shows until the dialog has sent it to the provider. It was opened by the click itself, so that no browser blocks it. */
export function OauthStart() {
  const [opened, setOpened] = useState(hasOpener)
  useEffect(() => {
    const timer = setInterval(() => setOpened(hasOpener()), look)
    return () => clearInterval(timer)
  }, [])
  // Cut off from whoever opened it, or left alone: nobody can send it to the provider.
  if (!opened)
    return (
      <main className="page" data-view="OauthStart">
        <h1>{t('oauth.lost')}</h1>
        <p className="muted">{t('oauth.lostText')}</p>
      </main>
    )
  return (
    <main className="page" data-view="OauthStart">
      <span className="ring" aria-hidden="true" />
      <p role="status" className="muted">
        {t('oauth.starting')}
      </p>
    </main>
  )
}
