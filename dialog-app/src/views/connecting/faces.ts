import type { MessageId } from '../../lib/i18n.js'
import type { ConnectPhase } from '../../state/connecting.js'
import type { IconName } from '../../ui/Icon.js'
import type { RingState } from '../../ui/Ring.js'

export type Action = 'retry' | 'another' | 'install'

export type Face = {
  readonly ring: RingState
  readonly mark?: { readonly icon: IconName; readonly tone?: 'negative' | 'warning' | 'positive' }
  /** The first is the primary one. Where repeating cannot help, it is not "Try again". */
  readonly buttons: readonly { readonly action: Action; readonly label: MessageId; readonly icon?: IconName }[]
  /** Show the cause under Details. */
  readonly details?: boolean
  /** Said at once to those who listen. */
  readonly urgent?: boolean
}

const retry = { action: 'retry', label: 'common.tryAgain' } as const
const another = { action: 'another', label: 'common.chooseAnother' } as const

/** How each phase of connecting looks. Red is for what broke, never for a person's own decision. */
export const facesOf: Readonly<Record<ConnectPhase, Face>> = {
  connecting: { ring: 'run', buttons: [] },
  slow: { ring: 'run', buttons: [{ action: 'retry', label: 'connecting.openAgain' }, another] },
  connected: { ring: 'full', mark: { icon: 'check', tone: 'positive' }, buttons: [] },
  cancelled: { ring: 'idle', mark: { icon: 'close' }, buttons: [retry, another] },
  waiting: {
    ring: 'wait',
    mark: { icon: 'clock', tone: 'warning' },
    buttons: [{ action: 'retry', label: 'connecting.waitingAction' }, another],
  },
  locked: { ring: 'idle', mark: { icon: 'lock' }, buttons: [retry, another] },
  notInstalled: { ring: 'idle', buttons: [{ action: 'install', label: 'connecting.notInstalledAction', icon: 'download' }, another] },
  offline: {
    ring: 'idle',
    mark: { icon: 'offline' },
    buttons: [{ action: 'retry', label: 'connecting.offlineAction' }, another],
    details: true,
    urgent: true,
  },
  refused: { ring: 'stop', mark: { icon: 'alert', tone: 'negative' }, buttons: [another, retry], details: true, urgent: true },
  chainMissing: { ring: 'idle', mark: { icon: 'globe' }, buttons: [another, retry], details: true, urgent: true },
  failed: { ring: 'stop', mark: { icon: 'alert', tone: 'negative' }, buttons: [retry, another], details: true, urgent: true },
}
