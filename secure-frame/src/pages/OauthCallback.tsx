import type { SocialResult } from '@latchkey/protocol'
import { authRoutes, type CallbackBoot, callbackBootSchema } from '@latchkey/protocol/schemas/account'
import { useEffect, useState } from 'react'
import { readBoot } from '../shell/boot.js'
import { callPlain } from '../shell/callPlain.js'
import { t } from '../shell/i18n.js'
import { sameOriginOpener } from '../shell/sameOriginOpener.js'
import { Note } from '../ui/Note.js'

/** Null when this document was opened without a finished sign-in. */
function readCallback(): CallbackBoot | null {
  try {
    return callbackBootSchema(readBoot<unknown>())
  } catch {
    return null
  }
}

/** Where the frame finds the ticket: behind the hash, so that it is in no log. It is worth something to the device that started only. */
function resultUri({ oauth }: CallbackBoot): string {
  const parameters = oauth.ok ? { flow: oauth.flow, ticket: oauth.ticket } : { flow: oauth.flow ?? '', error: oauth.error }
  return `${location.origin}${location.pathname}#${new URLSearchParams(parameters)}`
}

/** The popup's last page: hands the result to the dialog, or, cut off from it, asks the person to pick the number that the dialog shows. */
export function OauthCallback() {
  const [callback] = useState(readCallback)
  const [state, setState] = useState<'asking' | 'released' | 'failed'>('asking')
  const opener = window.opener as Window | null

  useEffect(() => {
    const opener = window.opener as Window | null
    history.replaceState(null, '', location.pathname)
    if (!callback || !opener) return
    const result: SocialResult = { type: 'latchkey:social-result', resultUri: resultUri(callback) }
    // A login was started by the dialog, a confirmation by the wallet's own window. Whoever else opened this hears nothing.
    opener.postMessage(result, sameOriginOpener() ? location.origin : callback.dialog)
    window.close()
  }, [callback])

  if (!callback?.oauth.ok || state === 'failed')
    return (
      <main className="page" data-view="OauthCallback">
        <Note tone="neg" title={t('oauth.failed')} text={t('oauth.failedText')} />
      </main>
    )
  if (opener || state === 'released')
    return (
      <main className="page" data-view="OauthCallback">
        <h1>{t('oauth.done')}</h1>
        <p className="muted">{t('oauth.doneText')}</p>
      </main>
    )
  const { oauth, api } = callback
  const release = (number: string) =>
    callPlain(api, authRoutes.oauthRelease, { ticket: oauth.ticket, number }).then(
      () => setState('released'),
      () => setState('failed'),
    )
  return (
    <main className="page" data-view="OauthCallback">
      <h1>{t('oauth.pickTitle', { name: oauth.projectName })}</h1>
      <p className="muted">
        <bdi dir="ltr">{oauth.origin}</bdi> · {oauth.browser}
      </p>
      <p>{t('verify.pick')}</p>
      <fieldset className="numbers">
        <legend className="visually-hidden">{t('verify.pick')}</legend>
        {oauth.numbers.map((number) => (
          <button key={number} type="button" className="btn soft number" onClick={() => void release(number)}>
            {number}
          </button>
        ))}
      </fieldset>
    </main>
  )
}
