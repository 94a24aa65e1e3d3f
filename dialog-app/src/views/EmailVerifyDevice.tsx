import { useEffect } from 'react'
import { resendEmail } from '../features/embedded/emailLogin.js'
import { back } from '../features/navigator/view.js'
import { mailPage } from '../lib/email.js'
import { useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { loginStore } from '../state/login.js'
import { Button, LinkButton } from '../ui/Button.js'
import { Icon } from '../ui/Icon.js'
import { announce } from '../ui/live.js'
import { Ring, type RingState } from '../ui/Ring.js'
import { Hero } from '../ui/templates.js'
import { minutesAndSeconds } from './login/minutesAndSeconds.js'
import { PickNumber } from './login/PickNumber.js'
import { useFailure } from './login/useFailure.js'
import { useSecondsLeft } from './useSecondsLeft.js'
import './login/login.css'

/** A device that was never seen is approved from the mail first. Goes on by itself when that is done. */
export function EmailVerifyDevice() {
  const dialog = useDialog()
  const t = useT()
  const { phase, email, number, resendAt } = useDialogStore(loginStore)
  const seconds = useSecondsLeft(resendAt ?? undefined)
  const failure = useFailure(phase)
  const page = mailPage(email)
  const heading = failure?.title ?? t('login.deviceHeading', { email })
  const body = failure?.body ?? t('login.deviceBody')
  const said = failure ? '' : `${heading}. ${body}`
  useEffect(() => {
    if (said) announce(dialog, said)
  }, [said, dialog])

  const ring: RingState = failure ? 'stop' : phase === 'opening' || phase === 'waiting' ? 'run' : 'idle'
  const resend = (
    <button
      type="button"
      className={failure ? 'btn' : 'btn-text'}
      aria-disabled={seconds > 0 || undefined}
      onClick={() => seconds === 0 && resendEmail(dialog)}
    >
      {seconds > 0 ? t('login.resendIn', { time: minutesAndSeconds(seconds) }) : t('login.sendAnother')}
    </button>
  )
  return (
    <Hero
      title={t('login.deviceTitle')}
      icon={
        <Ring state={ring} shape="circle" {...(failure ? { mark: { icon: failure.icon, tone: 'negative' as const } } : {})}>
          <span className="g g-72">
            <Icon name="mail" />
          </span>
        </Ring>
      }
      heading={heading}
      body={body}
      {...(number && !failure ? { more: <PickNumber number={number} label={t('login.deviceNumber')} /> } : {})}
      hold
      footer={
        <>
          {!failure && page && <LinkButton href={page}>{t('login.openMail')}</LinkButton>}
          {resend}
          <Button kind="text" onClick={() => void back(dialog)}>
            {t('login.another')}
          </Button>
        </>
      }
    />
  )
}
