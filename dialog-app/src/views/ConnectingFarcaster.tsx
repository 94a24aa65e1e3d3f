import { useEffect } from 'react'
import { useConsentMissing, withConsent } from '../features/connect/consent.js'
import { leaveFarcaster, startFarcaster } from '../features/embedded/farcasterLogin.js'
import { providerNames } from '../features/embedded/providers.js'
import { back } from '../features/navigator/view.js'
import { useT } from '../lib/i18n.js'
import { isPhone } from '../lib/platform.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { farcasterStore } from '../state/farcaster.js'
import { Button, LinkButton } from '../ui/Button.js'
import { ErrorDetails } from '../ui/Details.js'
import { announce } from '../ui/live.js'
import { Ring } from '../ui/Ring.js'
import { Hero, ListView, Result } from '../ui/templates.js'
import { ConnectedAs } from './connecting/ConnectedAs.js'
import { useKeptFocus } from './connecting/useKeptFocus.js'
import { Access } from './login/Access.js'
import { UnlockButton } from './login/UnlockButton.js'
import { useFailure } from './login/useFailure.js'
import { useAppName } from './useAppName.js'
import { useSecondsLeft } from './useSecondsLeft.js'
import { QrTile } from './walletConnect/QrTile.js'
import './walletConnect/walletConnect.css'
import './login/login.css'
import '../ui/marks.css'

/** How long Farcaster's code is offered, milliseconds: what its border is drawn against. */
const codeLife = 300_000

/** A code for Farcaster's app; on a phone, a link into it. */
export function ConnectingFarcaster() {
  const dialog = useDialog()
  const t = useT()
  const app = useAppName()
  const { phase, url, expiresAt, error } = useDialogStore(farcasterStore)
  const seconds = useSecondsLeft(expiresAt ?? undefined)
  const name = providerNames.farcaster
  const unread = useConsentMissing()
  const failure = useFailure(phase, name)
  useKeptFocus(!failure)
  useEffect(() => {
    if (farcasterStore(dialog).getState().phase === 'preparing') withConsent(dialog, () => startFarcaster(dialog), { asked: false })
    return () => leaveFarcaster(dialog)
  }, [dialog])
  useEffect(() => {
    if (phase === 'ready') announce(dialog, t('farcaster.scan'))
    if (phase === 'connected') announce(dialog, t('connecting.connectedTitle'))
  }, [phase, t, dialog])

  const icon = (
    <Ring
      state={failure ? 'stop' : 'full'}
      shape="circle"
      {...(failure ? { mark: { icon: failure.icon, tone: 'negative' as const } } : {})}
    >
      <span className="g g-72">
        <span className="brand big" data-brand="farcaster" />
      </span>
    </Ring>
  )
  if (phase === 'connected')
    return (
      <Result
        title={name}
        icon={icon}
        heading={t('connecting.connectedTitle')}
        body={<ConnectedAs />}
        next={t('connecting.goingBack', { app })}
      />
    )
  if (failure)
    return (
      <Hero
        title={name}
        icon={icon}
        heading={failure.title}
        body={failure.body}
        hold
        {...(phase === 'failed' && error ? { more: <ErrorDetails error={error} /> } : {})}
        footer={
          <>
            {failure.kind === 'factor' && <UnlockButton />}
            <Button kind={failure.kind === 'factor' ? 'soft' : 'primary'} onClick={() => void startFarcaster(dialog)}>
              {t('common.tryAgain')}
            </Button>
            <Button kind="text" onClick={() => void back(dialog)}>
              {t('social.otherWays')}
            </Button>
          </>
        }
      />
    )
  return (
    <ListView
      title={name}
      footer={
        <>
          {url && isPhone() && <LinkButton href={url}>{t('social.open', { provider: name })}</LinkButton>}
          {!unread && <p className="t-label muted foot-line">{t('farcaster.waiting')}</p>}
        </>
      }
    >
      <QrTile
        text={url ?? undefined}
        label={t('farcaster.code')}
        wallet={{ name }}
        mark={
          <span className="g">
            <span className="brand" data-brand="farcaster" />
          </span>
        }
        part={url ? Math.min(1, (seconds * 1_000) / codeLife) : 0}
        soon={url !== null && seconds <= 60}
      />
      <div className="under">
        <p className="strong">{t(url ? 'farcaster.scan' : unread ? 'pair.termsTitle' : 'farcaster.preparing')}</p>
        <p className="t-label muted">{t('farcaster.how')}</p>
        <Access />
      </div>
    </ListView>
  )
}
