import { shortestLabel } from '@latchkey/protocol'
import { type RefObject, useEffect, useId, useRef } from 'react'
import { useCanRegister } from '../features/names/canRegister.js'
import {
  cancelRegistration,
  register,
  retryAvailability,
  startRegistration,
  wantedName,
  writeName,
} from '../features/names/registration.js'
import { useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { askingStore } from '../state/asking.js'
import { nameRegistrationStore } from '../state/nameRegistration.js'
import { activeConnection, sessionStore } from '../state/session.js'
import { Button } from '../ui/Button.js'
import { Icon, type IconName } from '../ui/Icon.js'
import { announce } from '../ui/live.js'
import { Note } from '../ui/Note.js'
import { Spinner } from '../ui/Spinner.js'
import { FormView, Hero } from '../ui/templates.js'
import { AskedWalletLink } from './AskedWalletLink.js'
import './login/login.css'
import './names/names.css'

type Verdict = { readonly icon: IconName | 'spinner'; readonly tone: 'muted' | 'positive' | 'negative'; readonly text: string }

/** What is the matter with the name, in words. */
function useVerdict(): Verdict {
  const t = useT()
  const state = useDialogStore(nameRegistrationStore)
  const { text, mistake, availability } = state
  const name = wantedName(state) ?? ''
  // The rule is a line until something breaks it.
  if (text === '' || mistake === 'short') return { icon: 'info', tone: 'muted', text: t('names.rule', { count: shortestLabel }) }
  if (mistake === 'characters') return { icon: 'alert', tone: 'negative', text: t('names.characters') }
  if (mistake === 'hyphens') return { icon: 'alert', tone: 'negative', text: t('names.hyphens') }
  if (mistake) return { icon: 'alert', tone: 'negative', text: t('names.long') }
  if (availability === 'free') return { icon: 'check', tone: 'positive', text: t('names.free', { name }) }
  if (availability === 'taken') return { icon: 'alert', tone: 'negative', text: t('names.taken', { name }) }
  if (availability === 'failed') return { icon: 'alert', tone: 'muted', text: t('names.unsure') }
  return { icon: 'spinner', tone: 'muted', text: t('names.checking', { name }) }
}

function NameField({ inputRef, verdict, wordsId }: { inputRef: RefObject<HTMLInputElement | null>; verdict: Verdict; wordsId: string }) {
  const dialog = useDialog()
  const t = useT()
  const id = useId()
  const { text, zone, phase } = useDialogStore(nameRegistrationStore)
  const busy = phase === 'signing' || phase === 'registering'
  const bad = verdict.tone === 'negative'
  const write = (field: HTMLInputElement) => {
    const { value, selectionStart: at } = field
    const name = value.trim().toLowerCase()
    if (name !== value) {
      // Here and not by React, which would leave the cursor at the end, and what is typed next with it.
      field.value = name
      field.setSelectionRange(at, at)
    }
    writeName(dialog, name)
  }
  return (
    <div className={`field ${bad ? 'is-bad' : ''}`}>
      <div className="in">
        <label htmlFor={id}>{t('names.label')}</label>
        <span className="name-in" dir="ltr">
          <input
            id={id}
            ref={inputRef}
            type="text"
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            maxLength={64}
            readOnly={busy}
            value={text}
            aria-invalid={bad}
            aria-describedby={`${wordsId} ${id}-zone`}
            onChange={({ currentTarget }) => write(currentTarget)}
          />
          <span id={`${id}-zone`} className="muted zone">{`.${zone}`}</span>
        </span>
      </div>
      <span className="name-mark" aria-hidden="true">
        {verdict.tone !== 'muted' && <Icon name={bad ? 'close' : 'check'} size={20} className={verdict.tone} />}
      </span>
    </div>
  )
}

/** Why it did not work, and what follows. */
function Failure() {
  const t = useT()
  const { phase, error, reason, availability, ownedError } = useDialogStore(nameRegistrationStore)
  const wallet = useWalletName()
  if (phase === 'cancelled')
    return (
      <Note icon="close" title={t('names.cancelledTitle')}>
        {t('names.cancelledBody', { wallet })}
      </Note>
    )
  if (phase === 'failed' && error)
    return (
      <Note icon="alert" tone="negative" title={error.message}>
        {reason && (
          <p>
            <bdi>{reason}</bdi>
          </p>
        )}
        <p>{t('names.failedBody')}</p>
      </Note>
    )
  if (availability === 'failed' && error)
    return (
      <Note icon="alert" tone="negative" title={error.message}>
        {t('names.unsureBody')}
      </Note>
    )
  if (ownedError) return <Note icon="alert" title={ownedError.message} />
  return null
}

/** The wallet that is asked. */
const useWalletName = () => useDialogStore(sessionStore, (state) => activeConnection(state)?.wallet.name) ?? ''

function Footer({ onSubmit }: { readonly onSubmit: () => void }) {
  const dialog = useDialog()
  const t = useT()
  const { phase, availability, mistake, text } = useDialogStore(nameRegistrationStore)
  const href = useDialogStore(askingStore, (state) => state.href)
  const wallet = useWalletName()
  if (phase === 'signing' || phase === 'registering')
    return (
      <>
        {phase === 'signing' && href && <AskedWalletLink href={href}>{t('names.openWallet', { wallet })}</AskedWalletLink>}
        <button type="button" className={href && phase === 'signing' ? 'btn btn-soft' : 'btn'} aria-disabled="true">
          <Spinner />
          <span>{phase === 'signing' ? t('names.signing', { wallet }) : t('names.registering')}</span>
        </button>
        <Button kind="text" onClick={() => cancelRegistration(dialog)}>
          {t('common.cancel')}
        </Button>
      </>
    )
  if (availability === 'failed' && !mistake && text !== '')
    return <Button onClick={() => retryAvailability(dialog)}>{t('common.tryAgain')}</Button>
  return (
    <button type="button" className="btn" aria-disabled={availability !== 'free' || undefined} onClick={onSubmit}>
      <span>{t(phase === 'failed' || phase === 'cancelled' ? 'common.tryAgain' : 'names.register')}</span>
    </button>
  )
}

/** Names are for accounts of some families, and for servers with a zone. */
function NotHere() {
  const t = useT()
  return (
    <Hero
      title={t('names.title')}
      icon={
        <span className="g g-72">
          <Icon name="pen" />
        </span>
      }
      heading={t('names.notHereTitle')}
      body={t('names.notHereBody')}
    />
  )
}

/** A name instead of an address: written, checked as it is written, and signed for by the wallet. */
export function RegisterAccountName() {
  const dialog = useDialog()
  const t = useT()
  const wordsId = useId()
  const input = useRef<HTMLInputElement>(null)
  const canRegister = useCanRegister()
  const verdict = useVerdict()
  const { suggestions, availability, owned, zone, phase } = useDialogStore(nameRegistrationStore)
  const wallet = useWalletName()
  useEffect(() => startRegistration(dialog), [dialog])
  useEffect(() => {
    if (availability === 'free' || availability === 'taken') announce(dialog, verdict.text)
  }, [availability, verdict.text, dialog])
  useEffect(() => {
    if (phase === 'signing') announce(dialog, t('names.signing', { wallet }))
  }, [phase, wallet, t, dialog])
  if (!canRegister) return <NotHere />
  const submit = () => {
    if (availability === 'free') register(dialog)
    else input.current?.focus()
  }
  const busy = phase === 'signing' || phase === 'registering'
  return (
    <FormView title={t('names.title')} tight onSubmit={submit} footer={<Footer onSubmit={submit} />}>
      <p className="muted name-intro">{t('names.intro')}</p>
      <NameField inputRef={input} verdict={verdict} wordsId={wordsId} />
      <p id={wordsId} className={`hint t-label ${verdict.tone}`}>
        {verdict.icon === 'spinner' ? <Spinner /> : <Icon name={verdict.icon} size={16} />}
        <span>{verdict.text}</span>
      </p>
      {suggestions.length > 0 && !busy && (
        <ul className="chips-fit name-chips" aria-label={t('names.suggestions')}>
          {suggestions.map((label) => (
            <li key={label}>
              <button
                type="button"
                aria-label={`${label}.${zone}`}
                onClick={() => {
                  writeName(dialog, label)
                  input.current?.focus()
                }}
              >
                <bdi dir="ltr">{label}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
      {owned && owned.length > 0 && <p className="t-label muted owned">{t('names.yours', { names: owned.join(', ') })}</p>}
      <Failure />
    </FormView>
  )
}
