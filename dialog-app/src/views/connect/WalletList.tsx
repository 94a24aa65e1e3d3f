import type { WalletRow } from '../../features/rows.js'
import { useT } from '../../lib/i18n.js'
import { WalletIcon } from '../../ui/Picture.js'
import { Badge, List, Row } from '../../ui/Row.js'
import { SkeletonRows } from '../../ui/Skeleton.js'

type WalletListProps = { readonly rows: readonly WalletRow[]; readonly ready: boolean; readonly onChoose: (row: WalletRow) => void }

/** The wallets, best first. Before the page has spoken five rows hold their place. */
export function WalletList({ rows, ready, onChoose }: WalletListProps) {
  const t = useT()
  if (!ready) {
    return (
      <List label={t('connect.loading')} busy>
        <SkeletonRows />
      </List>
    )
  }
  return (
    <List label={t('connect.wallets')}>
      {rows.map((row) => (
        <li key={row.id}>
          <Row
            name={row.name}
            start={<WalletIcon src={row.icon} name={row.name} shared={row.id} />}
            end={row.badge && <Badge>{t(row.badge === 'installed' ? 'connect.installed' : 'connect.recent')}</Badge>}
            focusKey={`wallet ${row.id}`}
            onClick={() => onChoose(row)}
          />
        </li>
      ))}
    </List>
  )
}
