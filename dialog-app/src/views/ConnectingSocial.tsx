import { useEffect } from 'react'
import { providerNames } from '../features/embedded/providers.js'
import { acceptAnother, leaveForSocial, reopenSocial } from '../features/embedded/socialLogin.js'
import { back } from '../features/navigator/view.js'
import { type MessageId, useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { type SocialPhase, socialStore } from '../state/social.js'
import { Button, LinkButton } from '../ui/Button.js'
import { ErrorDetails } from '../ui/Details.js'
import { announce } from '../ui/live.js'
import { Rich } from '../ui/Rich.js'
import { Ring, type RingState } from '../ui/Ring.js'
import { Hero, Result } from '../ui/templates.js'
import { ConnectedAs } from './connecting/ConnectedAs.js'
import { Access } from './login/Access.js'
import { PickNumber } from './login/PickNumber.js'
import { UnlockButton } from './login/UnlockButton.js'
import { useFailure } from './login/useFailure.js'
import { useAppName } from './useAppName.js'
import './login/login.css'
import '../ui/marks.css'

const rings: Readonly<Record<SocialPhase, RingState>> = {
  lost: 'idle',
  ended: 'idle',
  opening: 'run',
  starting: 'run',
  leaving: 'idle',
  returning: 'run',
  outside: 'idle',
  unfinished: 'idle',
  waiting: 'run',
  confirming: 'run',
  finishing: 'run',
  another: 'idle',
  connected: 'full',
  closed: 'idle',
  blocked: 'wait',
  denied: 'stop',
  expired: 'stop',
  limited: 'stop',
  offline: 'stop',
  unavailable: 'stop',
  factor: 'stop',
  invalid: 'stop',
  failed: 'stop',
}

const headings: Readonly<Partial<Record<SocialPhase, MessageId>>> = {
  lost: 'login.lostTitle',
  ended: 'connect.withProvider',
  opening: 'social.waitingTitle',
  waiting: 'social.waitingTitle',
  confirming: 'social.waitingTitle',
  starting: 'social.startingTitle',
  leaving: 'social.leavingTitle',
  outside: 'social.outsideTitle',
  blocked: 'social.blockedTitle',
  another: 'social.anotherTitle',
  connected: 'connecting.connectedTitle',
}
const bodies: Readonly<Partial<Record<SocialPhase, MessageId>>> = {
  lost: 'login.lostBody',
  ended: 'login.lostBody',
  opening: 'social.waitingBody',
  waiting: 'social.waitingBody',
  confirming: 'social.confirmBody',
  leaving: 'social.leavingBody',
  outside: 'social.outsideBody',
  blocked: 'social.blockedBody',
}

const actions: Readonly<Partial<Record<SocialPhase, MessageId>>> = {
  lost: 'connect.withProvider',
  ended: 'connect.withProvider',
  blocked: 'social.open',
  opening: 'social.reopen',
  waiting: 'social.reopen',
}

/** The provider's window does the work; this says where it is, and how to get it back. */
export function ConnectingSocial() {
  const dialog = useDialog()
  const t = useT()
  const app = useAppName()
  const { provider, phase, names, number, link, error } = useDialogStore(socialStore)
  const name = provider ? providerNames[provider] : ''
  const failure = useFailure(phase, name)
  const waiting = phase === 'opening' || phase === 'waiting'
  const heading = failure?.title ?? t(headings[phase] ?? 'social.finishingTitle', { provider: name })
  const body = failure?.body ?? t(bodies[phase] ?? 'login.opening', { provider: name })
  const said = failure ? '' : `${heading}. ${body}`
  const urgent = phase === 'blocked'
  useEffect(() => {
    if (said) announce(dialog, said, urgent ? 'assertive' : 'polite')
  }, [said, urgent, dialog])

  const icon = (
    <Ring
      state={rings[phase]}
      shape="circle"
      {...(phase === 'blocked'
        ? { mark: { icon: 'alert' as const, tone: 'warning' as const } }
        : phase === 'closed'
          ? { mark: { icon: 'close' as const } }
          : failure
            ? { mark: { icon: failure.icon, tone: 'negative' as const } }
            : phase === 'connected'
              ? { mark: { icon: 'check' as const, tone: 'positive' as const } }
              : {})}
    >
      <span className="g g-72">{provider && phase !== 'returning' && <span className="brand big" data-brand={provider} />}</span>
    </Ring>
  )
  if (phase === 'connected')
    return <Result title={name} icon={icon} heading={heading} body={<ConnectedAs />} next={t('connecting.goingBack', { app })} />
  if (phase === 'another' && names) {
    const parts = [<bdi key="before" className="strong" />, <bdi key="now" className="strong" />]
    return (
      <Hero
        title={name}
        icon={icon}
        heading={heading}
        body={<Rich id="social.anotherBody" values={names} parts={parts} />}
        hold
        footer={
          <>
            <Button onClick={() => acceptAnother(dialog)}>{t('login.continue')}</Button>
            <Button kind="text" onClick={() => back(dialog)}>
              {t('social.goBack')}
            </Button>
          </>
        }
      />
    )
  }
  return (
    <Hero
      title={phase === 'returning' ? heading : name || heading}
      icon={icon}
      heading={heading}
      body={body}
      hold
      {...(phase === 'failed' && error ? { more: <ErrorDetails error={error} /> } : {})}
      {...(waiting || phase === 'blocked' || phase === 'outside' ? { more: <Access /> } : {})}
      {...(number && (phase === 'confirming' || phase === 'leaving')
        ? {
            more: (
              <>
                <PickNumber number={number} label={t('social.confirmNumber')} />
                {phase === 'leaving' && <Access />}
              </>
            ),
          }
        : {})}
      footer={
        phase === 'finishing' || phase === 'returning' ? (
          <span />
        ) : phase === 'confirming' ? (
          <Button kind="text" onClick={() => void back(dialog)}>
            {t('social.anotherWay')}
          </Button>
        ) : (
          <>
            {failure?.kind === 'factor' && <UnlockButton />}
            {phase === 'starting' ? null : phase === 'leaving' ? (
              <Button onClick={() => leaveForSocial(dialog)}>{t('social.leave', { provider: name })}</Button>
            ) : link && !failure ? (
              <LinkButton href={link}>{t('social.open', { provider: name })}</LinkButton>
            ) : (
              <Button kind={failure?.kind === 'factor' ? 'soft' : 'primary'} onClick={() => reopenSocial(dialog)}>
                {t(actions[phase] ?? 'common.tryAgain', { provider: name })}
              </Button>
            )}
            <Button kind="text" onClick={() => void back(dialog)}>
              {t(waiting || phase === 'starting' ? 'social.anotherWay' : 'social.otherWays')}
            </Button>
          </>
        )
      }
    />
  )
}
