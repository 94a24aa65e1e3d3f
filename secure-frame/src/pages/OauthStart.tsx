import { t } from '../shell/i18n.js'

/** What the social popup shows until the dialog has sent it to the provider. It was opened by the click itself, so that no browser blocks it. */
export function OauthStart() {
  // Cut off from whoever opened it: nobody can send it to the provider.
  if (!window.opener)
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
