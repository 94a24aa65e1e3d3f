import { useEffect } from 'react'
import { familyName } from '../features/connect/family.js'
import { chooseNetwork, useNetworkRows } from '../features/networks/switchNetwork.js'
import { useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { sessionStore } from '../state/session.js'
import { Icon } from '../ui/Icon.js'
import { announce } from '../ui/live.js'
import { NetworkIcon } from '../ui/Picture.js'
import { Badge, List, Row } from '../ui/Row.js'
import { ListView } from '../ui/templates.js'
import { FamilyHeading } from './family/FamilyIcon.js'
import { groupNetworks, type NetworkRow } from './networks/groupNetworks.js'
import { SearchField } from './networks/SearchField.js'
import { useKeptInput } from './useKeptInput.js'
import './networks/networks.css'

function NetworkItem({ row: { network, current, disabledReason, needs } }: { readonly row: NetworkRow }) {
  const dialog = useDialog()
  const t = useT()
  const wallet = useDialogStore(sessionStore, (state) => state.connections[network.chainNamespace]?.wallet.name)
  const lacking = wallet ? t('networks.unsupported', { wallet }) : t('networks.unsupportedPlain')
  const reason = disabledReason ? lacking : needs && t('networks.needs', { family: t(familyName(needs)) })
  return (
    <li>
      <Row
        name={network.name}
        note={reason}
        disabled={Boolean(disabledReason)}
        current={current}
        start={<NetworkIcon src={network.assets?.imageUrl} name={network.name} />}
        end={
          <>
            {network.testnet && <Badge>{t('networks.testBadge')}</Badge>}
            {needs && <Icon name="chevron" size={20} className="chev" />}
            {current && <Icon name="check" size={20} className="tick" />}
            {current && <span className="visually-hidden">{t('networks.current')}</span>}
          </>
        }
        focusKey={`network ${network.caipNetworkId}`}
        onClick={() => chooseNetwork(dialog, network)}
      />
    </li>
  )
}

function Group({ label, rows, bare = false }: { readonly label: string; readonly rows: readonly NetworkRow[]; readonly bare?: boolean }) {
  if (rows.length === 0) return null
  return (
    <>
      {!bare && <p className="section t-label">{label}</p>}
      <List label={label}>
        {rows.map((row) => (
          <NetworkItem key={row.network.caipNetworkId} row={row} />
        ))}
      </List>
    </>
  )
}

/** All networks of the page. The current one is ticked; what the wallet cannot use stays, last, with the reason. */
export function Networks() {
  const dialog = useDialog()
  const t = useT()
  const rows = useNetworkRows()
  const [query, setQuery] = useKeptInput('query', '')
  const [unfolded, setUnfolded] = useKeptInput('unfolded', false)
  const { search, popular, families, others, tests, foldTests, found } = groupNetworks(rows, query)

  useEffect(() => {
    if (query.trim()) announce(dialog, t('networks.found', { count: found.length }))
  }, [query, found.length, t, dialog])

  const foldRow = (
    <Row
      name={t('networks.test')}
      expanded={unfolded}
      end={
        <span className="side">
          <span className="t-label">{tests.length}</span>
          <Icon name="down" size={20} className={unfolded ? 'turned' : ''} />
        </span>
      }
      focusKey="tests"
      onClick={() => setUnfolded(!unfolded)}
    />
  )
  return (
    <ListView title={t('networks.title')} tight>
      {search && <SearchField label={t('networks.search')} value={query} onChange={setQuery} />}
      {rows.length === 0 && <p className="muted empty">{t('networks.empty')}</p>}
      {query.trim() ? (
        found.length > 0 ? (
          <Group label={t('networks.title')} rows={found} bare />
        ) : (
          <p className="muted empty">{t('networks.none', { query: query.trim() })}</p>
        )
      ) : (
        <>
          {families.map(({ namespace, rows: own }) => (
            <div key={namespace} className="stack g-2">
              <FamilyHeading namespace={namespace} />
              <Group label={t(familyName(namespace))} rows={own} bare />
            </div>
          ))}
          <Group label={t('networks.popular')} rows={popular} bare={others.length === 0} />
          <Group label={t('networks.others')} rows={others} />
          {foldTests && foldRow}
          {(!foldTests || unfolded) && (
            <Group label={t('networks.test')} rows={tests} bare={foldTests || (popular.length === 0 && families.length === 0)} />
          )}
        </>
      )}
    </ListView>
  )
}
