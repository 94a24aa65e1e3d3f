import type { Network } from '@latchkey/protocol'
import type { ReactNode } from 'react'
import { addNetwork, cancelSwitch, confirmSwitch, retrySwitch } from '../features/networks/switchNetwork.js'
import { disconnectActive } from '../features/session/disconnect.js'
import { type MessageId, useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { sessionStore } from '../state/session.js'
import { type SwitchPhase, switchingStore } from '../state/switching.js'
import { Button } from '../ui/Button.js'
import { ErrorDetails } from '../ui/Details.js'
import { Icon, type IconName } from '../ui/Icon.js'
import { NetworkIcon } from '../ui/Picture.js'
import { Ring, type RingState } from '../ui/Ring.js'
import { Hero, Result, Review } from '../ui/templates.js'
import { useAnnouncement } from './connecting/useAnnouncement.js'
import { OriginBar } from './Host.js'
import { ManualSteps } from './switch/ManualSteps.js'
import { useAppName } from './useAppName.js'
import './networks/networks.css'

type PhaseLook = {
  readonly ring: RingState
  readonly icon?: IconName
  readonly tone?: 'negative' | 'warning' | 'positive'
  readonly heading: MessageId
}

const phases: Readonly<Record<SwitchPhase, PhaseLook>> = {
  confirm: { ring: 'idle', heading: 'switch.askTitle' },
  waiting: { ring: 'run', heading: 'switch.waitingTitle' },
  missing: { ring: 'idle', icon: 'plus', heading: 'switch.missingTitle' },
  refused: { ring: 'idle', icon: 'close', heading: 'switch.refusedTitle' },
  cannotSwitch: { ring: 'wait', icon: 'alert', tone: 'warning', heading: 'switch.cannotTitle' },
  failed: { ring: 'stop', icon: 'alert', tone: 'negative', heading: 'switch.failedTitle' },
  switched: { ring: 'full', icon: 'check', tone: 'positive', heading: 'switch.switchedTitle' },
}

function From({ from, to }: { readonly from: Network | null; readonly to: Network }) {
  return (
    <div className="pair">
      {from && <NetworkIcon src={from.assets?.imageUrl} name={from.name} size={56} />}
      {from && (
        <span className="muted">
          <Icon name="right" />
        </span>
      )}
      <NetworkIcon src={to.assets?.imageUrl} name={to.name} size={56} ink />
    </div>
  )
}

/** The buttons of each phase; the first is the way on. */
function Foot({ phase, values }: { readonly phase: SwitchPhase; readonly values: Readonly<Record<string, string>> }) {
  const dialog = useDialog()
  const t = useT()
  const leave = values.from ? t('switch.stay', values) : t('common.cancel')
  const pair = (primary: ReactNode, run: () => void, secondary: ReactNode = leave, other: () => void = () => cancelSwitch(dialog)) => (
    <>
      <Button onClick={run}>{primary}</Button>
      <Button kind="text" onClick={other}>
        {secondary}
      </Button>
    </>
  )
  if (phase === 'confirm') return pair(t('switch.action'), () => confirmSwitch(dialog), t('switch.notNow'))
  if (phase === 'missing') return pair(t('switch.add', values), () => addNetwork(dialog))
  if (phase === 'cannotSwitch')
    return pair(
      t('common.tryAgain'),
      () => retrySwitch(dialog),
      t('common.disconnect'),
      () => disconnectActive(dialog),
    )
  if (phase === 'refused' || phase === 'failed') return pair(t('common.tryAgain'), () => retrySwitch(dialog))
  // Another button than the one before: a key that is held must not take back what it began.
  return (
    <Button key="cancel" kind="text" onClick={() => cancelSwitch(dialog)}>
      {t('common.cancel')}
    </Button>
  )
}

/** What is said under the heading. */
function bodyOf(phase: SwitchPhase, hasFrom: boolean): MessageId | undefined {
  if (phase === 'confirm') return hasFrom ? 'switch.askBody' : 'switch.askBodyPlain'
  if (phase === 'refused') return hasFrom ? 'switch.refusedBody' : 'switch.refusedBodyPlain'
  const others: Partial<Record<SwitchPhase, MessageId>> = {
    waiting: 'switch.waitingBody',
    missing: 'switch.missingBody',
    failed: 'switch.failedBody',
  }
  return others[phase]
}

/** From one network to another, with the wallet's consent. Leaving is always possible. */
export function SwitchNetwork() {
  const t = useT()
  const app = useAppName()
  const { target, from, phase, error } = useDialogStore(switchingStore)
  const wallet =
    useDialogStore(sessionStore, ({ connections }) => target && connections[target.chainNamespace]?.wallet.name) ?? t('switch.yourWallet')
  const values = { app, wallet, network: target?.name ?? '', from: from?.name ?? '' }
  const look = phases[phase]
  const heading = t(look.heading, values)
  const bodyId = bodyOf(phase, from !== null)
  const body = bodyId ? t(bodyId, values) : ''

  useAnnouncement(heading, body, phase === 'failed')

  if (!target) return null
  const shared = { title: t('switch.title'), heading, body }
  if (phase === 'confirm') {
    return (
      <Review {...shared} bar={<OriginBar />} icon={<From from={from} to={target} />} footer={<Foot phase={phase} values={values} />} />
    )
  }
  const mark = look.icon ? { mark: { icon: look.icon, ...(look.tone ? { tone: look.tone } : {}) } } : {}
  const icon = (
    <Ring state={look.ring} shape="circle" {...mark}>
      <NetworkIcon src={target.assets?.imageUrl} name={target.name} size={72} />
    </Ring>
  )
  if (phase === 'switched') return <Result {...shared} icon={icon} next={t('switch.goingBack')} />
  const steps = phase === 'cannotSwitch' || phase === 'failed' ? <ManualSteps wallet={wallet} network={target.name} /> : null
  const details = phase === 'failed' && error ? <ErrorDetails error={error} /> : null
  const more =
    steps || details ? { more: [steps, details].map((part, index) => <div key={index === 0 ? 'steps' : 'details'}>{part}</div>) } : {}
  return <Hero {...shared} icon={icon} {...more} hold footer={<Foot phase={phase} values={values} />} />
}
