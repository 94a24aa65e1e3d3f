import { useEffect } from 'react'
import { useStore } from 'zustand'
import { providerNames } from '../features/embedded/providers.js'
import { acceptAnother, refuseAnother, reopenSocial } from '../features/embedded/socialLogin.js'
import { back } from '../features/view.js'
import { type MessageId, useT } from '../lib/i18n.js'
import { type SocialPhase, socialStore } from '../state/social.js'
import { Button, LinkButton } from '../ui/Button.js'
import { ErrorDetails } from '../ui/Details.js'
import { announce } from '../ui/live.js'
import { Rich } from '../ui/Rich.js'
import { Ring, type RingState } from '../ui/Ring.js'
import { Hero, Result } from '../ui/templates.js'
import { ConnectedAs } from './connecting/ConnectedAs.js'
import { PickNumber } from './login/PickNumber.js'
import { UnlockButton } from './login/UnlockButton.js'
import { useFailure } from './login/useFailure.js'
import { useAppName } from './useAppName.js'
import './login/login.css'
import '../ui/marks.css'

const rings: Readonly<Record<SocialPhase, RingState>> = {
  opening: 'run',
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
  failed: 'stop',
}

/** The provider's window does the work; this says where it is, and how to get it back. */
export function ConnectingSocial() {
  const t = useT()
  const app = useAppName()
  const { provider, phase, names, number, link, error } = useStore(socialStore)
  const name = providerNames[provider]
  const failure = useFailure(phase, name)
  const waiting = phase === 'opening' || phase === 'waiting'
  const heading =
    failure?.title ??
    (phase === 'connected'
      ? t('connecting.connectedTitle')
      : phase === 'another'
        ? t('social.anotherTitle')
        : phase === 'blocked'
          ? t('social.blockedTitle')
          : t(waiting || phase === 'confirming' ? 'social.waitingTitle' : 'social.finishingTitle', { provider: name }))
  const bodies: Partial<Record<SocialPhase, MessageId>> = {
    blocked: 'social.blockedBody',
    opening: 'social.waitingBody',
    waiting: 'social.waitingBody',
    confirming: 'social.confirmBody',
  }
  const body = failure?.body ?? t(bodies[phase] ?? 'login.opening')
  const said = failure ? '' : `${heading}. ${body}`
  const urgent = phase === 'blocked'
  useEffect(() => {
    if (said) announce(said, urgent ? 'assertive' : 'polite')
  }, [said, urgent])

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
      <span className="g g-72">
        <span className="brand big" data-brand={provider} />
      </span>
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
            <Button onClick={acceptAnother}>{t('login.continue')}</Button>
            <Button kind="text" onClick={refuseAnother}>
              {t('social.goBack')}
            </Button>
          </>
        }
      />
    )
  }
  return (
    <Hero
      title={name}
      icon={icon}
      heading={heading}
      body={body}
      hold
      {...(phase === 'failed' && error ? { more: <ErrorDetails error={error} /> } : {})}
      {...(phase === 'confirming' && number ? { more: <PickNumber number={number} label={t('social.confirmNumber')} /> } : {})}
      footer={
        phase === 'finishing' ? (
          <span />
        ) : phase === 'confirming' ? (
          <Button kind="text" onClick={() => void back()}>
            {t('social.anotherWay')}
          </Button>
        ) : (
          <>
            {failure?.kind === 'factor' && <UnlockButton />}
            {phase === 'blocked' && link ? (
              <LinkButton href={link}>{t('social.open', { provider: name })}</LinkButton>
            ) : (
              <Button kind={failure?.kind === 'factor' ? 'soft' : 'primary'} onClick={reopenSocial}>
                {t(phase === 'blocked' ? 'social.open' : waiting ? 'social.reopen' : 'common.tryAgain', { provider: name })}
              </Button>
            )}
            <Button kind="text" onClick={() => void back()}>
              {t(waiting ? 'social.anotherWay' : 'social.otherWays')}
            </Button>
          </>
        )
      }
    />
  )
}
