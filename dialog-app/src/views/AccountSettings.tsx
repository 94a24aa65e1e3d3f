import type { SecureUser } from '@latchkey/protocol'
import { useEffect } from 'react'
import { userLabel } from '../features/embedded/acceptLogin.js'
import { loadEmbeddedAccount, otherAccountType, switchAccountType } from '../features/embedded/account.js'
import { openSecurity } from '../features/embedded/security.js'
import { push } from '../features/navigator/view.js'
import { type MessageId, useIntlLocale, useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { embeddedAccountStore, type Factor } from '../state/embeddedAccount.js'
import { sessionStore } from '../state/session.js'
import { Bdi } from '../ui/Bdi.js'
import { Button } from '../ui/Button.js'
import { Icon, type IconName } from '../ui/Icon.js'
import { Note } from '../ui/Note.js'
import { Badge, List, Row } from '../ui/Row.js'
import { SkeletonRows } from '../ui/Skeleton.js'
import { Spinner } from '../ui/Spinner.js'
import { ListView } from '../ui/templates.js'
import { useKeptFocus } from './connecting/useKeptFocus.js'
import './login/login.css'

const glyph = (name: IconName) => (
  <span className="g">
    <Icon name={name} size={20} />
  </span>
)

const factorNames: Readonly<Record<Factor['type'], MessageId>> = {
  device: 'settings.device',
  passkey: 'settings.passkey',
  code: 'settings.code',
}

/** What opens the wallet: this device, others, a passkey, a recovery code. */
function Factors({ factors }: { readonly factors: readonly Factor[] }) {
  const t = useT()
  const locale = useIntlLocale()
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  return factors.map(({ id, type, createdAt, current }) => (
    <li key={id} className="row bare">
      {glyph(type === 'device' ? 'card' : 'key')}
      <span className="main">
        <span className="name">{t(factorNames[type])}</span>
        <span className="t-label muted">{t('settings.since', { day: day.format(createdAt) })}</span>
      </span>
      {current && <Badge>{t('settings.thisDevice')}</Badge>}
    </li>
  ))
}

/** The kind of account; a smart one that no transaction has put on the chain yet says so. */
const accountNote = ({ preferredAccountType, smartAccountDeployed }: SecureUser): MessageId =>
  preferredAccountType === 'eoa' ? 'settings.plain' : smartAccountDeployed ? 'settings.smart' : 'settings.smartNew'

/** The embedded wallet's own account: its kind, its address for logging in, and who can open it, by name. */
export function AccountSettings() {
  const dialog = useDialog()
  const t = useT()
  const { user, status, custody, factors, switching, error } = useDialogStore(embeddedAccountStore)
  // The kind that is offered depends on the network that the user is on.
  useDialogStore(sessionStore)
  const other = otherAccountType(dialog)
  useKeptFocus(status === 'loading')
  useEffect(() => {
    if (embeddedAccountStore(dialog).getState().status === 'loading') void loadEmbeddedAccount(dialog)
    // Asked again at the next visit.
    return () => embeddedAccountStore(dialog).setState({ status: 'loading' })
  }, [dialog])
  return (
    <ListView title={t('settings.title')} tight>
      {user && (
        <List label={t('settings.account')}>
          <li>
            <Row
              bare
              name={t('settings.type')}
              note={t(accountNote(user))}
              start={glyph('wallet')}
              end={switching ? <Spinner /> : other && <span className="btn-inline">{t('settings.switch')}</span>}
              disabled={switching || !other}
              onClick={() => void switchAccountType(dialog)}
              focusKey="type"
            />
          </li>
          {user.provider !== 'email' && (
            <li>
              <Row bare disabled name={t('settings.login')} note={<bdi>{userLabel(user)}</bdi>} start={glyph('wallet')} />
            </li>
          )}
          <li>
            <Row
              bare
              name={t('login.email')}
              note={user.email ? <Bdi>{user.email}</Bdi> : t('emailUpdate.add')}
              start={glyph('mail')}
              end={<Icon name="chevron" size={20} className="chev" />}
              focusKey="email"
              onClick={() => push(dialog, 'UpdateEmailWallet')}
            />
          </li>
        </List>
      )}
      {error && (
        <Note icon="alert" tone="negative" title={t('settings.failedTitle')}>
          {t('settings.failedBody')}
        </Note>
      )}
      {status === 'loading' ? (
        <List label={t('settings.loading')} busy>
          <SkeletonRows />
        </List>
      ) : status === 'failed' ? (
        <Button kind="soft" onClick={() => void loadEmbeddedAccount(dialog)}>
          {t('common.tryAgain')}
        </Button>
      ) : (
        custody && (
          <>
            <Note icon="lock" title={t(custody === 'user' ? 'settings.onlyYouTitle' : 'settings.assistedTitle')}>
              {t(custody === 'user' ? 'settings.onlyYouBody' : 'settings.assistedBody')}
            </Note>
            <List label={t('security.title')}>
              <li>
                <Row
                  bare
                  name={t('security.title')}
                  note={t(factors.some(({ type }) => type !== 'device') ? 'security.note' : 'security.upgrade')}
                  start={glyph('key')}
                  end={<Icon name="chevron" size={20} className="chev" />}
                  focusKey="security"
                  onClick={() => void openSecurity(dialog)}
                />
              </li>
            </List>
            <List label={t('settings.factors')}>
              <Factors factors={factors} />
            </List>
          </>
        )
      )}
    </ListView>
  )
}
