import { authRoutes } from '@latchkey/protocol/schemas/account'
import { useEffect, useState } from 'react'
import { readBoot } from '../shell/boot.js'
import { callPlain } from '../shell/callPlain.js'
import { t } from '../shell/i18n.js'
import { keepWayBack } from '../shell/wayBack.js'
import { Note } from '../ui/Note.js'

function readWay() {
  const parameters = new URLSearchParams(location.hash.slice(1))
  return { flow: parameters.get('flow') ?? '', url: parameters.get('back') ?? '' }
}

/** Leads from the page to the provider, in the page's own tab, and keeps the way back: to the origin alone that the server knows the login by. */
export function OauthLeave() {
  const [way] = useState(readWay)
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    history.replaceState(null, '', location.pathname)
    const leave = async () => {
      const { url, origin } = await callPlain(readBoot().api, authRoutes.oauthLeave, { flow: way.flow })
      if (new URL(way.url).origin !== origin) throw new Error('Another page than the one that started.')
      keepWayBack(way)
      location.replace(url)
    }
    leave().catch(() => setFailed(true))
  }, [way])

  if (failed)
    return (
      <main className="page" data-view="OauthLeave" data-state="failed">
        <Note tone="neg" title={t('oauth.failed')} text={t('oauth.goBackText')} />
        <button type="button" className="btn" onClick={() => history.back()}>
          {t('oauth.goBack')}
        </button>
      </main>
    )
  return (
    <main className="page" data-view="OauthLeave">
      <span className="ring" aria-hidden="true" />
      <p role="status" className="muted">
        {t('oauth.starting')}
      </p>
    </main>
  )
}
