import type { MessageId } from '../../lib/i18n.js'
import type { ConnectPhase } from '../../state/connecting.js'
import type { IconName } from '../../ui/Icon.js'
import type { RingState } from '../../ui/Ring.js'

export type Action = 'retry' | 'another' | 'install' | 'phone'

export type PhaseButton = {
  readonly action: Action
  readonly label: MessageId
  readonly icon?: IconName
  /** Beside the primary one, not under it. */
  readonly soft?: true
}

export type PhaseLook = {
  readonly ring: RingState
  readonly mark?: { readonly icon: IconName; readonly tone?: 'negative' | 'warning' | 'positive' }
  /** The first is the primary one. Where repeating cannot help, it is not "Try again". */
  readonly buttons: readonly PhaseButton[]
  /** Offered where the wallet can be met on a phone: in the place of the first button, or of those after it. */
  readonly phone?: { readonly place: 'first' | 'rest'; readonly button: PhaseButton }
  /** Show the cause under Details. */
  readonly details?: boolean
  /** Said at once to those who listen. */
  readonly urgent?: boolean
}

const retry = { action: 'retry', label: 'common.tryAgain' } as const
const usePhone = { place: 'first', button: { action: 'phone', label: 'connecting.usePhone' } } as const
const another = { action: 'another', label: 'common.chooseAnother' } as const

/** How each phase of connecting looks. Red is for what broke, never for a user's own decision. */
export const phases: Readonly<Record<ConnectPhase, PhaseLook>> = {
  connecting: { ring: 'run', buttons: [] },
  slow: {
    ring: 'run',
    buttons: [{ action: 'retry', label: 'connecting.openAgain' }, another],
    phone: { place: 'rest', button: { action: 'phone', label: 'connecting.usePhoneInstead' } },
  },
  connected: { ring: 'full', mark: { icon: 'check', tone: 'positive' }, buttons: [] },
  cancelled: { ring: 'idle', mark: { icon: 'close' }, buttons: [retry, another] },
  waiting: {
    ring: 'wait',
    mark: { icon: 'clock', tone: 'warning' },
    buttons: [{ action: 'retry', label: 'connecting.waitingAction' }, another],
  },
  locked: { ring: 'idle', mark: { icon: 'lock' }, buttons: [retry, another] },
  notInstalled: {
    ring: 'idle',
    buttons: [{ action: 'install', label: 'connecting.notInstalledAction', icon: 'download' }, another],
    phone: { place: 'rest', button: { action: 'phone', label: 'connecting.showQr', icon: 'qr', soft: true } },
  },
  offline: {
    ring: 'idle',
    mark: { icon: 'offline' },
    buttons: [{ action: 'retry', label: 'connecting.offlineAction' }, another],
    details: true,
    urgent: true,
  },
  refused: {
    ring: 'stop',
    mark: { icon: 'alert', tone: 'negative' },
    buttons: [another, retry],
    phone: usePhone,
    details: true,
    urgent: true,
  },
  chainMissing: { ring: 'idle', mark: { icon: 'globe' }, buttons: [another, retry], details: true, urgent: true },
  failed: {
    ring: 'stop',
    mark: { icon: 'alert', tone: 'negative' },
    buttons: [retry, another],
    phone: usePhone,
    details: true,
    urgent: true,
  },
}

/**
 * The buttons of a look, the primary one first.
 *
 * @param can what is possible here: a wallet that nobody knows a place for cannot be installed, one without an app is on no phone
 */
export function buttonsOf(
  { buttons, phone }: PhaseLook,
  can: { readonly install: boolean; readonly phone: boolean },
): readonly PhaseButton[] {
  const possible = buttons.filter(({ action }) => action !== 'install' || can.install)
  if (!phone || !can.phone) return possible
  const [first] = possible
  return phone.place === 'first'
    ? [phone.button, retry]
    : first?.action === 'another'
      ? [phone.button, first]
      : [...(first ? [first] : []), phone.button]
}
