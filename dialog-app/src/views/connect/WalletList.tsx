import { useEffect, useState } from 'react'
import { withConsent } from '../../features/connect/consent.js'
import { guideWallets } from '../../features/connect/guide.js'
import { anyWalletId } from '../../features/connect/rankRows.js'
import { useAllWallets, type WalletRow } from '../../features/connect/rows.js'
import { push } from '../../features/navigator/view.js'
import { useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { settingsStore } from '../../state/settings.js'
import { walletsStore } from '../../state/wallets.js'
import { Icon } from '../../ui/Icon.js'
import { WalletIcon } from '../../ui/Picture.js'
import { Badge, List, Row } from '../../ui/Row.js'
import { SkeletonRows } from '../../ui/Skeleton.js'
import { roundCount } from './roundCount.js'

/** Four pictures of the directory stand for all of it; while it is not here, those of wallets that everybody knows. */
function Mosaic() {
  const listed = useDialogStore(walletsStore, (state) => state.listed)
  return (
    <span className="mosaic" aria-hidden="true">
      {(listed.length > 0 ? listed : guideWallets).slice(0, 4).map(({ id, name, icon }) => (
        <WalletIcon key={id} src={icon} name={name} />
      ))}
    </span>
  )
}

/** The way to all wallets that there are. */
function AllRow() {
  const dialog = useDialog()
  const t = useT()
  const count = roundCount(useDialogStore(walletsStore, (state) => state.count))
  // The user is about to press it. A request that fails now is repeated at the press.
  const prefetch = () => void import('../allWallets/prefetch.js').then((all) => all.prefetchAllWallets(dialog)).catch(() => {})
  return (
    <li onPointerEnter={() => prefetch()} onFocus={() => prefetch()}>
      <Row
        name={t('connect.allWallets')}
        start={<Mosaic />}
        end={
          <span className="side">
            {count > 0 && <bdi dir="ltr" className="t-label">{`${count}+`}</bdi>}
            <Icon name="chevron" size={20} className="chev" />
          </span>
        }
        focusKey="all"
        onClick={() => withConsent(dialog, () => push(dialog, 'AllWallets'))}
      />
    </li>
  )
}

/** A picture for the code that any wallet can scan. */
const code = (
  <span className="g">
    <Icon name="qr" size={20} />
  </span>
)

type WalletListProps = {
  /** Null before the page has spoken. */
  readonly rows: readonly WalletRow[] | null
  /** More may come at any moment. */
  readonly looking: boolean
  readonly onChoose: (row: WalletRow) => void
}

/** The wallets, best first. Before they are known five rows hold their place. */
export function WalletList({ rows, looking, onChoose }: WalletListProps) {
  const t = useT()
  const all = useAllWallets()
  const collapsed = useDialogStore(settingsStore, ({ options }) => options.features?.collapseWallets)
  const [open, setOpen] = useState(false)
  // The row that was tapped is gone: focus goes on to the first that came in its place.
  useEffect(() => {
    if (open) document.querySelector<HTMLElement>('[data-focus-key^="wallet "]')?.focus()
  }, [open])
  if (!rows) {
    return (
      <List label={t('connect.loading')} busy>
        <SkeletonRows />
      </List>
    )
  }
  if (collapsed && !open) {
    return (
      <List label={t('connect.wallets')}>
        <li>
          <Row name={t('connect.withWallet')} start={<Mosaic />} expanded={false} focusKey="wallets" onClick={() => setOpen(true)} />
        </li>
      </List>
    )
  }
  return (
    <List label={t('connect.wallets')} busy={looking}>
      {rows.map((row) => (
        <li key={row.id}>
          <Row
            name={row.name}
            start={row.id === anyWalletId ? code : <WalletIcon src={row.icon} name={row.name} shared={row.id} />}
            end={row.badge && <Badge>{t(row.badge === 'installed' ? 'connect.installed' : 'connect.recent')}</Badge>}
            focusKey={`wallet ${row.id}`}
            onClick={() => onChoose(row)}
          />
        </li>
      ))}
      {looking && <SkeletonRows count={3} />}
      {all && <AllRow />}
    </List>
  )
}
