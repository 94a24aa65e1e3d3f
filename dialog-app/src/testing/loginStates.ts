import { type SecureUser, securityMethod, type ViewName } from '@latchkey/protocol'
import type { DialogEvents } from '../features/events/dialogEvents.js'
import type { Dialog } from '../lib/dialog.js'
import { approvalStore } from '../state/approval.js'
import { type EmailUpdateState, emailUpdateStore, initialEmailUpdate } from '../state/emailUpdate.js'
import { type EmbeddedAccountState, embeddedAccountStore, initialEmbeddedAccount } from '../state/embeddedAccount.js'
import { type FarcasterPhase, farcasterStore } from '../state/farcaster.js'
import { initialLogin, type LoginPhase, type LoginState, loginStore } from '../state/login.js'
import { type SocialPhase, socialStore } from '../state/social.js'
import { connection } from './fixtures.js'
import { secureUser } from './scriptedFrame.js'
import { connect, page, show } from './setStores.js'

const email = 'mira@meadow.example'
const inSeconds = (seconds: number) => Date.now() + seconds * 1_000

const login =
  (view: ViewName, phase: LoginPhase, state: () => Partial<LoginState> = () => ({})) =>
  (dialog: Dialog) => {
    page(dialog)
    if (phase === 'connected') connect(dialog)
    loginStore(dialog).setState({ ...initialLogin, email, phase, ...state() })
    show(dialog, 'Connect', ...(view === 'EmailLogin' ? [] : (['EmailLogin'] as const)), view)
  }

const social = (phase: SocialPhase) => (dialog: Dialog) => {
  page(dialog)
  if (phase === 'connected') connect(dialog)
  const names = phase === 'another' ? { before: 'Google mira@meadow.example', now: 'Google m.okafor@studio.example' } : null
  const number = phase === 'confirming' || phase === 'leaving' ? '47' : null
  socialStore(dialog).setState({
    provider: 'google',
    phase,
    names,
    number,
    link: phase === 'outside' ? 'https://provider.example/authorize' : null,
    flow: null,
    error: { code: -32603, message: 'The provider answered with an error.' },
  })
  show(dialog, 'Connect', 'ConnectingSocial')
}

const farcaster = (phase: FarcasterPhase) => (dialog: Dialog) => {
  page(dialog)
  if (phase === 'connected') connect(dialog)
  const url = phase === 'ready' ? 'https://farcaster.example/~/siwf?channelToken=9f2c1a7e-6d3b-4f0e-a5c8-2b1d7e4f6a90' : null
  farcasterStore(dialog).setState({ phase, url, expiresAt: url ? inSeconds(250) : null, error: { code: -32603, message: 'No answer.' } })
  show(dialog, 'Connect', 'ConnectingFarcaster')
}

const updating =
  (state: () => Partial<EmailUpdateState>, user: Partial<SecureUser> = {}) =>
  (dialog: Dialog) => {
    page(dialog)
    connect(dialog)
    embeddedAccountStore(dialog).setState({ ...initialEmbeddedAccount, user: { ...secureUser, ...user } })
    emailUpdateStore(dialog).setState({ ...initialEmailUpdate, ...state() })
    show(dialog, 'Account', 'AccountSettings', 'UpdateEmailWallet')
  }

const settings =
  (state: Partial<EmbeddedAccountState> = {}, user: Partial<SecureUser> = {}) =>
  (dialog: Dialog) => {
    page(dialog)
    connect(dialog)
    embeddedAccountStore(dialog).setState({ ...initialEmbeddedAccount, user: { ...secureUser, ...user }, ...state })
    show(dialog, 'Account', 'AccountSettings')
  }

const factors = [
  { id: 'a', type: 'device', createdAt: Date.UTC(2026, 2, 3), current: true },
  { id: 'b', type: 'passkey', createdAt: Date.UTC(2026, 2, 9), current: false },
  { id: 'c', type: 'code', createdAt: Date.UTC(2026, 3, 1), current: false },
] as const

/** Logging in without a wallet, and what the embedded wallet asks. */
export const loginStates: Readonly<Record<string, (dialog: Dialog) => void>> = {
  'email-empty': login('EmailLogin', 'idle', () => ({ email: '' })),
  'email-typing': login('EmailLogin', 'idle', () => ({ email: 'mira@' })),
  'email-slip': login('EmailLogin', 'idle', () => ({ email: 'mira@gmial.com' })),
  'email-returning'(dialog) {
    page(dialog)
    show(dialog, 'Connect', ['EmailLogin', { lost: true, address: email } satisfies DialogEvents['loginForgotten']])
  },
  'email-sending': login('EmailLogin', 'sending'),
  'email-cooldown': login('EmailLogin', 'cooldown', () => ({ sentTo: email, resendAt: inSeconds(24) })),
  'email-cooldown-another': login('EmailLogin', 'cooldown', () => ({ sentTo: 'noor@studio.example', resendAt: inSeconds(24) })),
  'email-invalid': login('EmailLogin', 'invalid'),
  'email-unavailable': login('EmailLogin', 'unavailable'),
  'email-limited': login('EmailLogin', 'limited'),
  'device-waiting': login('EmailVerifyDevice', 'waiting', () => ({ number: '47', resendAt: inSeconds(18) })),
  'device-known-mail': login('EmailVerifyDevice', 'waiting', () => ({
    email: 'mira@gmail.com',
    number: '08',
    resendAt: inSeconds(0),
  })),
  'device-refused': login('EmailVerifyDevice', 'refused'),
  'device-expired': login('EmailVerifyDevice', 'expired'),
  'code-empty': login('EmailVerifyOtp', 'waiting', () => ({ resendAt: inSeconds(21) })),
  'code-checking': login('EmailVerifyOtp', 'checking'),
  'code-opening': login('EmailVerifyOtp', 'opening'),
  'code-wrong': login('EmailVerifyOtp', 'wrong', () => ({ attemptsLeft: 2 })),
  'code-expired': login('EmailVerifyOtp', 'expired'),
  'code-factor': login('EmailVerifyOtp', 'factor'),
  'code-connected': login('EmailVerifyOtp', 'connected'),
  'social-lost': social('lost'),
  'social-ended': social('ended'),
  'social-waiting': social('waiting'),
  'social-confirming': social('confirming'),
  'social-finishing': social('finishing'),
  'social-leaving': social('leaving'),
  'social-outside': social('outside'),
  'social-unfinished': social('unfinished'),
  'social-closed': social('closed'),
  'social-blocked': social('blocked'),
  'social-denied': social('denied'),
  'social-expired': social('expired'),
  'social-another': social('another'),
  'social-failed': social('failed'),
  'social-connected': social('connected'),
  'farcaster-preparing': farcaster('preparing'),
  'farcaster-ready': farcaster('ready'),
  'farcaster-denied': farcaster('denied'),
  'farcaster-expired': farcaster('expired'),
  'update-address': updating(() => ({})),
  'update-add': updating(() => ({}), { email: null, provider: 'google', userName: 'Mira' }),
  'update-cooldown': updating(() => ({ phase: 'cooldown', email: 'mira@studio.example', resendAt: inSeconds(24) })),
  'update-taken': updating(() => ({ phase: 'taken', email: 'noor@studio.example' })),
  'update-new-device': updating(() => ({ phase: 'quarantine', email: 'mira@studio.example' })),
  'update-primary': updating(() => ({ step: 'primary', email: 'mira@studio.example', resendAt: inSeconds(20) })),
  'update-wrong': updating(() => ({ step: 'secondary', phase: 'wrong', email: 'mira@studio.example', attemptsLeft: 1 })),
  'update-done': updating(() => ({ step: 'done', email: 'mira@studio.example' })),
  'account-upgrade': (dialog) => {
    page(dialog)
    connect(dialog, { ...connection(), wallet: { id: 'auth', name: 'Email', kind: 'embedded' } })
    embeddedAccountStore(dialog).setState({ ...initialEmbeddedAccount, custody: 'operator-assisted', factors: factors.slice(0, 1) })
    show(dialog, 'Account')
  },
  'settings-loading': settings(),
  'settings-assisted': settings({ status: 'ready', custody: 'operator-assisted', factors: factors.slice(0, 1) }),
  'settings-only-you': settings({ status: 'ready', custody: 'user', factors }, { provider: 'google', userName: 'Mira' }),
  'settings-smart': settings(
    { status: 'ready', custody: 'operator-assisted', factors: factors.slice(0, 1), smartAccountNetworks: ['eip155:31337'] },
    { preferredAccountType: 'smartAccount', smartAccountDeployed: false },
  ),
  'settings-switching': settings({
    status: 'ready',
    custody: 'operator-assisted',
    factors: factors.slice(0, 1),
    smartAccountNetworks: ['eip155:31337'],
    switching: true,
  }),
  'settings-failed': settings({ status: 'failed', error: { code: -32603, message: 'No answer.' } }),
  'approve-place': (dialog) => {
    page(dialog)
    connect(dialog)
    approvalStore(dialog).setState({
      approval: { requestId: 'a', method: 'personal_sign', surface: 'frame', position: 1, total: 3 },
      height: 520,
    })
    show(dialog, 'ApproveTransaction')
  },
  'security-place': (dialog) => {
    page(dialog)
    connect(dialog)
    approvalStore(dialog).setState({
      approval: { requestId: 'a', method: securityMethod, surface: 'window', position: 1, total: 1 },
      height: 380,
    })
    show(dialog, 'Account', 'AccountSettings', 'ApproveTransaction')
  },
  'approve-lost': (dialog) => {
    page(dialog)
    connect(dialog)
    approvalStore(dialog).setState({ alive: false })
    show(dialog, 'ApproveTransaction')
  },
}
