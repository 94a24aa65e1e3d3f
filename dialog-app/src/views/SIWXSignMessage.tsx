import { type ReactNode, useEffect } from 'react'
import { disconnectActive } from '../features/session/disconnect.js'
import { confirmSignIn, declineSignIn, returnToPrevious } from '../features/siwx/startSiwx.js'
import { type MessageId, useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { askingStore } from '../state/asking.js'
import { findNetwork } from '../state/networks.js'
import { activeConnection, sessionStore } from '../state/session.js'
import { settingsStore } from '../state/settings.js'
import { requiresSignIn } from '../state/signIns.js'
import { type SignInPhase, siwxStore } from '../state/siwx.js'
import { uiStore } from '../state/ui.js'
import { Button } from '../ui/Button.js'
import { Disclosure, ErrorDetails } from '../ui/Details.js'
import type { IconName } from '../ui/Icon.js'
import { announce } from '../ui/live.js'
import { WalletIcon } from '../ui/Picture.js'
import { Rich } from '../ui/Rich.js'
import { Ring, type RingState } from '../ui/Ring.js'
import { Result, Review } from '../ui/templates.js'
import { AskedWalletLink } from './AskedWalletLink.js'
import { useAnnouncement } from './connecting/useAnnouncement.js'
import { OriginBar } from './Host.js'
import { MessageFacts } from './siwx/MessageFacts.js'
import { useAppName } from './useAppName.js'
import './siwx/siwx.css'

type Look = {
  readonly ring: RingState
  readonly heading: MessageId
  readonly body: MessageId
  readonly mark?: { readonly icon: IconName; readonly tone?: 'negative' | 'warning' | 'positive' }
}

const looks: Readonly<Record<SignInPhase, Look>> = {
  preparing: { ring: 'idle', heading: 'siwx.heading', body: 'siwx.body' },
  ready: { ring: 'idle', heading: 'siwx.heading', body: 'siwx.body' },
  waiting: { ring: 'run', heading: 'siwx.waitingTitle', body: 'siwx.waitingBody' },
  verifying: { ring: 'run', heading: 'siwx.verifyingTitle', body: 'siwx.verifyingBody' },
  refused: { ring: 'idle', heading: 'siwx.refusedTitle', body: 'siwx.refusedBody', mark: { icon: 'close' } },
  failed: { ring: 'stop', heading: 'siwx.failedTitle', body: 'siwx.failedBody', mark: { icon: 'alert', tone: 'negative' } },
  foreign: { ring: 'wait', heading: 'siwx.foreignTitle', body: 'siwx.foreignBody', mark: { icon: 'alert', tone: 'warning' } },
  signed: { ring: 'full', heading: 'siwx.signedTitle', body: 'siwx.signedBody', mark: { icon: 'check', tone: 'positive' } },
}

/** The site and the wallet, and what is between them. */
function Pair({ look, wallet }: { readonly look: Look; readonly wallet: { readonly name: string; readonly icon?: string } }) {
  const app = useAppName()
  const picture = useDialogStore(settingsStore, ({ options }) => options.metadata?.icons?.[0])
  return (
    <div className="pair sign-pair">
      <WalletIcon src={picture} name={app} size={72} />
      <span className="wire" aria-hidden="true" />
      <Ring state={look.ring} {...(look.mark ? { mark: look.mark } : {})}>
        <WalletIcon src={wallet.icon} name={wallet.name} size={72} />
      </Ring>
    </div>
  )
}

/** The ways on: to sign, and always one to leave. */
function Foot({ phase, wallet }: { readonly phase: SignInPhase; readonly wallet: string }) {
  const dialog = useDialog()
  const t = useT()
  const previous = useDialogStore(siwxStore, (state) => findNetwork(dialog, state.previous)?.name)
  const href = useDialogStore(askingStore, (state) => state.href)
  const required = requiresSignIn(dialog)
  const main: Partial<Record<SignInPhase, ReactNode>> = {
    ready: <Button onClick={() => confirmSignIn(dialog)}>{t('siwx.action')}</Button>,
    waiting: href && <AskedWalletLink href={href}>{t('siwx.open', { wallet })}</AskedWalletLink>,
    refused: <Button onClick={() => confirmSignIn(dialog)}>{t('common.tryAgain')}</Button>,
    failed: <Button onClick={() => confirmSignIn(dialog)}>{t('common.tryAgain')}</Button>,
  }
  return (
    <>
      {main[phase]}
      {required && previous && (
        <Button kind="soft" onClick={() => void returnToPrevious(dialog)}>
          {t('siwx.back', { network: previous })}
        </Button>
      )}
      {required ? (
        <Button kind="text" onClick={() => disconnectActive(dialog)}>
          {t('common.disconnect')}
        </Button>
      ) : (
        <Button kind="text" onClick={() => declineSignIn(dialog)}>
          {t('siwx.notNow')}
        </Button>
      )}
    </>
  )
}

/** Prove that the account is yours: a signature, and nothing else. Where it is required there is no Close at all. */
export function SIWXSignMessage() {
  const dialog = useDialog()
  const t = useT()
  const { phase, error, target, message } = useDialogStore(siwxStore)
  const wallet = useDialogStore(sessionStore, (state) => activeConnection(state)?.wallet)
  const host = useDialogStore(settingsStore, ({ boot }) => (boot ? new URL(boot.origin).host : ''))
  const isShaken = useDialogStore(uiStore, (state) => state.shake)
  const name = wallet?.name ?? t('switch.yourWallet')
  const look = looks[phase]
  const heading = t(look.heading, { wallet: name })
  const spoken = t(look.body, { wallet: name, host }).replace(/<\/?\d>/g, '')
  const isWrong = phase === 'failed' || phase === 'foreign'
  useAnnouncement(heading, spoken, isWrong)
  useEffect(() => {
    if (isShaken) announce(dialog, t('siwx.locked'), 'assertive')
  }, [isShaken, dialog, t])

  const shared = { title: t('siwx.title'), heading, icon: <Pair look={look} wallet={wallet ?? { name }} /> }
  if (phase === 'signed') return <Result {...shared} body={spoken} next={t('switch.goingBack')} />
  const body = <Rich id={look.body} values={{ wallet: name, host }} parts={[<bdi key="host" dir="ltr" className="strong" />]} />
  const more = (
    <>
      {error && phase === 'failed' && <ErrorDetails error={error} />}
      {target && message && (
        <div className="box-card sign-facts">
          <Disclosure label={t('siwx.what')}>
            <MessageFacts text={message} target={target} />
          </Disclosure>
        </div>
      )}
    </>
  )
  return <Review {...shared} body={body} bar={<OriginBar />} more={more} hold footer={<Foot phase={phase} wallet={name} />} />
}
