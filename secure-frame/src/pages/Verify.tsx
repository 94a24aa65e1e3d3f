import { type SecureBoot, socialProviders } from '@latchkey/protocol'
import { authRoutes, type LinkFacts } from '@latchkey/protocol/schemas/account'
import { useEffect, useState } from 'react'
import { readBoot } from '../shell/boot.js'
import { CallError, callPlain } from '../shell/callPlain.js'
import { type MessageId, t } from '../shell/i18n.js'
import { Icon } from '../ui/Icon.js'
import { Note } from '../ui/Note.js'

type State =
  | { readonly step: 'loading' | 'approved' | 'denied' | 'undone' }
  | { readonly step: 'failed'; readonly field: string }
  | { readonly step: 'asking'; readonly facts: LinkFacts; readonly busy: boolean }

/** The token is behind the hash, which no server and no log sees; it leaves the address before anything is drawn. */
export function takeToken(): string {
  const token = location.hash.slice(1)
  if (token) history.replaceState(null, '', location.pathname)
  return token
}

/** An address keeps its own direction, and the sentence's mark its place, in any language (Unicode's left-to-right isolate). */
const isolated = (text: string) => `\u2066${text}\u2069`

const texts = {
  device: 'verify.device',
  unlock: 'verify.unlock',
  'revert-email': 'verify.revertEmail',
  'revert-login': 'verify.revertLogin',
  'cancel-deletion': 'verify.cancelDeletion',
  'keep-devices': 'verify.keepDevices',
} as const

/** What pressing the button does besides, in words. */
const consequences = {
  unlock: 'verify.unlockText',
  'revert-email': 'verify.undoLoginsText',
  'revert-login': 'verify.undoLoginsText',
  'cancel-deletion': 'verify.undoText',
  'keep-devices': 'verify.undoText',
} as const

const endings = {
  approved: ['verify.approved', 'verify.approvedText', 'tick'],
  denied: ['verify.denied', 'verify.deniedText', 'close'],
  undone: ['verify.undone', 'verify.undoneText', 'tick'],
} as const

/** Why it did not work, by the server's word. */
const reasons: Readonly<Record<string, MessageId>> = {
  device_number_wrong: 'verify.wrongNumber',
  flow_elsewhere: 'oauth.elsewhereWarning',
  offline: 'verify.offline',
}

/** Ways to sign in that come back, or go. */
function Logins({ title, logins }: { readonly title: string; readonly logins: LinkFacts['removes'] }) {
  if (logins.length === 0) return null
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {logins.map(({ kind, label }) => (
          <p key={`${kind} ${label}`}>
            {kind === 'email' ? '' : socialProviders[kind]} <bdi>{label}</bdi>
          </p>
        ))}
      </dd>
    </div>
  )
}

function Facts({ facts }: { readonly facts: LinkFacts }) {
  const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(facts.at))
  return (
    <dl className="rows">
      <Logins title={t('verify.restores')} logins={facts.restores} />
      <Logins title={t('verify.removes')} logins={facts.removes} />
      {facts.origin ? (
        <div>
          <dt>{t('verify.site')}</dt>
          <dd>
            <bdi dir="ltr">{facts.origin}</bdi>
          </dd>
        </div>
      ) : null}
      <div>
        <dt>{t('verify.browser')}</dt>
        <dd>{facts.browser}</dd>
      </div>
      <div>
        <dt>{t('verify.network')}</dt>
        <dd>
          <bdi dir="ltr">{facts.network}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('verify.when')}</dt>
        <dd>{when}</dd>
      </div>
    </dl>
  )
}

/** The page behind a mailed link. It shows who asked for it; nothing happens before a button is pressed, so a mail scanner does no harm. */
export function Verify({ token }: { readonly token: string }) {
  const { api } = readBoot<SecureBoot>()
  const [state, setState] = useState<State>({ step: 'loading' })
  const fail = (error: unknown) => setState({ step: 'failed', field: error instanceof CallError ? error.field : 'offline' })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the link that was followed
  useEffect(() => {
    callPlain(api, authRoutes.linkInspect, { token }).then((facts) => setState({ step: 'asking', facts, busy: false }), fail)
  }, [])

  const approve = (facts: LinkFacts, number?: string) => {
    setState({ step: 'asking', facts, busy: true })
    const body = number === undefined ? { token } : { token, number }
    const step = facts.kind === 'device' ? 'approved' : 'undone'
    callPlain(api, authRoutes.linkApprove, body).then(() => setState({ step }), fail)
  }
  const deny = (facts: LinkFacts) => {
    setState({ step: 'asking', facts, busy: true })
    callPlain(api, authRoutes.linkDeny, { token }).then(() => setState({ step: 'denied' }), fail)
  }

  if (state.step === 'loading')
    return (
      <main className="page" data-view="Verify">
        <p role="status" className="muted">
          {t('preparing')}
        </p>
      </main>
    )
  if (state.step === 'failed')
    return (
      <main className="page" data-view="Verify">
        <h1>{t('verify.failed')}</h1>
        <Note tone="neg" title={t(reasons[state.field] ?? 'verify.gone')} text={t('verify.startAgain')} />
      </main>
    )
  if (state.step !== 'asking') {
    const [title, text, icon] = endings[state.step]
    return (
      <main className="page" data-view="Verify" data-state={state.step}>
        <span className="hero">
          <Icon name={icon} />
        </span>
        <h1>{t(title)}</h1>
        <p className="muted">{t(text)}</p>
      </main>
    )
  }
  const { facts, busy } = state
  return (
    <main className="page" data-view="Verify">
      <h1>{t(texts[facts.kind], { email: isolated(facts.email) })}</h1>
      <Facts facts={facts} />
      {facts.kind === 'device' ? (
        <>
          {facts.elsewhere ? (
            <Note tone="neg" title={t('oauth.elsewhereWarning')} text={t('verify.elsewhereText')} />
          ) : (
            <p>{t('verify.pick')}</p>
          )}
          <fieldset className="numbers" disabled={busy} hidden={facts.elsewhere}>
            <legend className="visually-hidden">{t('verify.pick')}</legend>
            {facts.numbers.map((number) => (
              <button key={number} type="button" className="btn soft number" onClick={() => approve(facts, number)}>
                {number}
              </button>
            ))}
          </fieldset>
          <button type="button" className="btn-text" disabled={busy} onClick={() => deny(facts)}>
            {t('verify.notMe')}
          </button>
        </>
      ) : (
        <>
          <p>{t(consequences[facts.kind])}</p>
          {/* The only one: "It wasn't me" is what an owner presses who is telling the truth, and it has to help them. */}
          <button type="button" className="btn" disabled={busy} onClick={() => approve(facts)}>
            {t('verify.undo')}
          </button>
          {facts.kind === 'unlock' ? null : <p className="muted">{t('verify.wasMe')}</p>}
        </>
      )}
    </main>
  )
}
