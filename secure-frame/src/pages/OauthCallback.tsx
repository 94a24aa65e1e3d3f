import { type SocialResult, socialProviders } from '@latchkey/protocol'
import { authRoutes, type CallbackBoot, callbackBootSchema } from '@latchkey/protocol/schemas/account'
import { useEffect, useState } from 'react'
import { readBoot } from '../shell/boot.js'
import { CallError, callPlain } from '../shell/callPlain.js'
import { t } from '../shell/i18n.js'
import { sameOriginOpener } from '../shell/sameOriginOpener.js'
import { goBackTo, readWayBack } from '../shell/wayBack.js'
import { Note } from '../ui/Note.js'

/** Null when this document was opened without a finished sign-in. */
function readCallback(): CallbackBoot | null {
  try {
    return callbackBootSchema(readBoot<unknown>())
  } catch {
    return null
  }
}

/** What picking the number does, in words. */
const purposes = {
  'sign-in': ['oauth.signInTitle', 'oauth.signInText'],
  'step-up': ['oauth.stepUpTitle', 'oauth.stepUpText'],
  link: ['oauth.linkTitle', 'oauth.linkText'],
} as const

/** A name keeps its own direction in any sentence (Unicode's first-strong isolate). */
const isolated = (text: string) => `\u2068${text}\u2069`

/** Where the frame finds the ticket: behind the hash, so that it is in no log. It is worth something to the device that started only. */
function resultUri({ oauth }: CallbackBoot): string {
  const parameters = oauth.ok ? { flow: oauth.flow, ticket: oauth.ticket } : { flow: oauth.flow ?? '', error: oauth.error }
  return `${location.origin}${location.pathname}#${new URLSearchParams(parameters)}`
}

/**
 * The popup's last page: hands the result to the dialog, or, cut off from it, asks the user to pick the number that the dialog shows. In the tab of
 * the page itself the same, and then back to that page, which says what came of it.
 */
export function OauthCallback() {
  const [callback] = useState(readCallback)
  const [state, setState] = useState<'asking' | 'released' | 'elsewhere' | 'failed'>('asking')
  const [busy, setBusy] = useState(false)
  const opener = window.opener as Window | null
  const [back] = useState(() => (opener ? undefined : readWayBack(callback?.oauth.flow ?? null)))
  const ended = state === 'released' || state === 'failed' || callback?.oauth.ok === false

  useEffect(() => {
    if (back && ended) goBackTo(back)
  }, [back, ended])

  useEffect(() => {
    const opener = window.opener as Window | null
    history.replaceState(null, '', location.pathname)
    if (!callback || !opener) return
    const result: SocialResult = { type: 'latchkey:social-result', resultUri: resultUri(callback) }
    // A login was started by the dialog, a confirmation by the wallet's own window. Whoever else opened this hears nothing.
    opener.postMessage(result, sameOriginOpener() ? location.origin : callback.dialog)
    window.close()
  }, [callback])

  if (back && ended)
    return (
      <main className="page" data-view="OauthCallback" data-state="back">
        <span className="ring" aria-hidden="true" />
        <p role="status" className="muted">
          {t('oauth.returning')}
        </p>
      </main>
    )
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
  const [title, text] = purposes[oauth.purpose]
  const provider = socialProviders[oauth.provider]
  const values = { provider, login: isolated(oauth.login), account: isolated(oauth.account ?? ''), name: oauth.projectName }
  const release = (number: string) => {
    // A second press would be refused, and called failed.
    setBusy(true)
    callPlain(api, authRoutes.oauthRelease, { ticket: oauth.ticket, number }).then(
      () => setState('released'),
      (error: unknown) => setState(error instanceof CallError && error.field === 'flow_elsewhere' ? 'elsewhere' : 'failed'),
    )
  }
  const facts = (
    <dl className="rows">
      <div>
        <dt>{t('verify.site')}</dt>
        <dd>
          <bdi dir="ltr">{oauth.origin}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('verify.browser')}</dt>
        <dd>{oauth.browser}</dd>
      </div>
      <div>
        <dt>{t('verify.network')}</dt>
        <dd>
          <bdi dir="ltr">{oauth.network}</bdi>
        </dd>
      </div>
    </dl>
  )
  if (oauth.elsewhere || state === 'elsewhere')
    return (
      <main className="page" data-view="OauthCallback" data-state="elsewhere">
        <h1>{t('oauth.elsewhere')}</h1>
        <Note tone="neg" title={t('oauth.elsewhereWarning')} text={t(text, values)} />
        {facts}
        <p>{t(back ? 'oauth.elsewhereBackText' : 'oauth.elsewhereText')}</p>
        {back && (
          <button type="button" className="btn" onClick={() => goBackTo(back)}>
            {t('oauth.goBack')}
          </button>
        )}
      </main>
    )
  return (
    <main className="page" data-view="OauthCallback" data-purpose={oauth.purpose}>
      <h1>{t(title, values)}</h1>
      <p>{t(text, values)}</p>
      {facts}
      <p>{t(back ? 'oauth.pickLeft' : 'oauth.pick')}</p>
      <fieldset className="numbers" disabled={busy}>
        <legend className="visually-hidden">{t('oauth.pick')}</legend>
        {oauth.numbers.map((number) => (
          <button key={number} type="button" className="btn soft number" onClick={() => release(number)}>
            {number}
          </button>
        ))}
      </fieldset>
      {/* The page that started this was closed or loaded again: no number is shown anywhere. */}
      {!back && <p className="muted">{t('oauth.noNumber')}</p>}
    </main>
  )
}
