import { chooseWallet } from '../features/connect/chooseWallet.js'
import { familyName } from '../features/connect/family.js'
import { useWalletRows } from '../features/connect/rows.js'
import { back, push } from '../features/navigator/view.js'
import { useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { connectingStore } from '../state/connecting.js'
import { findNetwork } from '../state/networks.js'
import { connectionsOf, type SessionState, sessionStore } from '../state/session.js'
import { walletsStore } from '../state/wallets.js'
import { Button } from '../ui/Button.js'
import { Icon } from '../ui/Icon.js'
import { WalletIcon } from '../ui/Picture.js'
import { Badge, List, Row } from '../ui/Row.js'
import { Hero } from '../ui/templates.js'
import { FamilyIcon } from './family/FamilyIcon.js'
import { useAppName } from './useAppName.js'

/** Names of the wallets that are connected in any family. */
const connectedNames = (session: SessionState) =>
  (Object.keys(session.connections) as (keyof SessionState['connections'])[]).flatMap((name) =>
    connectionsOf(name, session).map(({ wallet }) => wallet.name),
  )

/** A network of another chain family is wanted, and no wallet of that family is connected. */
export function SwitchActiveChain() {
  const dialog = useDialog()
  const t = useT()
  const app = useAppName()
  const target = findNetwork(
    dialog,
    useDialogStore(connectingStore, (state) => state.target),
  )
  const session = useDialogStore(sessionStore)
  const rows = useWalletRows().filter((row) => row.installed)
  const looking = useDialogStore(walletsStore, (state) => target && state.looking.includes(target.chainNamespace))
  if (!target) return null
  const names = connectedNames(session)
  const known = (name: string) => names.includes(name)
  const ordered = [...rows].sort((a, b) => Number(known(b.name)) - Number(known(a.name)))
  const family = t(familyName(target.chainNamespace))
  const current = session.activeNamespace
  const now = current && t(familyName(current))
  return (
    <Hero
      title={t('family.title', { family })}
      icon={
        <div className="pair">
          {current && <FamilyIcon namespace={current} size={56} />}
          {current && (
            <span className="muted">
              <Icon name="right" />
            </span>
          )}
          <FamilyIcon namespace={target.chainNamespace} size={56} ink />
        </div>
      }
      heading={t('family.wants', { app, family })}
      body={[now && t('family.using', { family: now }), ordered.length === 0 && !looking && t('family.none', { family })]
        .filter(Boolean)
        .join(' ')}
      {...(ordered.length > 0
        ? {
            more: (
              <List label={t('connect.wallets')}>
                {ordered.map((row) => (
                  <li key={row.id}>
                    <Row
                      name={row.name}
                      note={known(row.name) && t('family.already')}
                      start={<WalletIcon src={row.icon} name={row.name} shared={row.id} />}
                      end={known(row.name) ? <Icon name="chevron" size={20} className="chev" /> : <Badge>{t('connect.installed')}</Badge>}
                      focusKey={`wallet ${row.id}`}
                      onClick={() => chooseWallet(dialog, row)}
                    />
                  </li>
                ))}
              </List>
            ),
          }
        : {})}
      footer={
        <>
          <Button kind={ordered.length > 0 ? 'soft' : 'primary'} focusKey="another" onClick={() => push(dialog, 'Connect')}>
            {t(ordered.length > 0 ? 'family.another' : 'family.connect', { family })}
          </Button>
          <Button kind="text" onClick={() => back(dialog)}>
            {now ? t('family.keep', { family: now }) : t('common.cancel')}
          </Button>
        </>
      }
    />
  )
}
