import { useEffect, useState } from 'react'
import { formatAmount, formatValue } from '../../features/money/amounts.js'
import { onNetwork } from '../../features/money/onNetwork.js'
import { setToken } from '../../features/money/swap/swapForm.js'
import { findPasted, heldOn, loadElsewhere, tokensToChoose } from '../../features/money/swap/swapTokens.js'
import { useIntlLocale, useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { networksStore } from '../../state/networks.js'
import { portfolioStore, type Token } from '../../state/portfolio.js'
import { keyOf, type SwapToken, swapStore } from '../../state/swap.js'
import { Address, Bdi } from '../../ui/Bdi.js'
import { announce } from '../../ui/live.js'
import { NetworkIcon } from '../../ui/Picture.js'
import { Badge, List, Row } from '../../ui/Row.js'
import { SkeletonRows } from '../../ui/Skeleton.js'
import { ListView } from '../../ui/templates.js'
import { SearchField } from '../networks/SearchField.js'
import '../networks/networks.css'
import './swap.css'

const addressPattern = /^0x[0-9a-f]{40}$/i

type Pasted = { readonly address: string; readonly status: 'looking' | 'none' | 'failed' | 'found'; readonly token?: SwapToken }

/** What is at an address that is on no list. */
function usePasted(query: string, known: boolean): Pasted | undefined {
  const dialog = useDialog()
  const [pasted, setPasted] = useState<Pasted>()
  const address = addressPattern.test(query.trim()) && !known ? query.trim() : undefined
  useEffect(() => {
    if (!address) return
    let isWanted = true
    setPasted({ address, status: 'looking' })
    findPasted(dialog, address).then(
      (token) => isWanted && setPasted(token ? { address, status: 'found', token } : { address, status: 'none' }),
      () => isWanted && setPasted({ address, status: 'failed' }),
    )
    return () => {
      isWanted = false
    }
  }, [address, dialog])
  return pasted?.address === address ? pasted : undefined
}

function TokenItem({ token, held }: { readonly token: SwapToken; readonly held?: Token | undefined }) {
  const dialog = useDialog()
  const t = useT()
  const locale = useIntlLocale()
  const { symbol, name, icon, listed, address, networkId } = token
  const network = useDialogStore(networksStore, ({ networks }) =>
    networkId ? networks.find(({ caipNetworkId }) => caipNetworkId === networkId)?.name : undefined,
  )
  const choosing = useDialogStore(swapStore, ({ choosing, from, to }) => (choosing === 'from' ? from : to))
  return (
    <li data-token={keyOf(token)}>
      <Row
        bare
        name={symbol}
        after={
          !listed && (
            <>
              {' '}
              <Badge>{t('tokens.unverified')}</Badge>
            </>
          )
        }
        note={network ? t('swap.onNetwork', { network }) : listed ? <bdi>{name}</bdi> : <Address value={address} />}
        current={choosing !== undefined && keyOf(choosing) === keyOf(token)}
        start={<NetworkIcon src={icon} name={symbol} />}
        end={
          held && (
            <span className="worth num">
              <Bdi>
                {held.value === undefined ? formatAmount(held.amount, held.decimals, locale) : formatValue(held.value, locale, true)}
              </Bdi>
            </span>
          )
        }
        focusKey={`token ${keyOf(token)}`}
        onClick={() => setToken(dialog, token)}
      />
    </li>
  )
}

/** Which token: what the account has comes first. A pasted address finds any other, which is named as unknown. */
export function SwapSelectToken() {
  const dialog = useDialog()
  const t = useT()
  const { tokens, elsewhere, choosing, listing } = useDialogStore(swapStore)
  const portfolio = useDialogStore(portfolioStore, (state) => state.tokens)
  const [query, setQuery] = useState('')
  const of = onNetwork(dialog)
  const rows = of ? tokensToChoose(tokens, heldOn(portfolio, of), query, choosing === 'to' ? elsewhere : []) : []
  const pasted = usePasted(query, rows.length > 0)
  const found = rows.length + (pasted?.status === 'found' ? 1 : 0)
  // The list is on its way: that there is none is not known.
  const isWaiting = !pasted && found === 0 && (listing === 'idle' || listing === 'loading')

  useEffect(() => {
    if (choosing === 'to') void loadElsewhere(dialog)
  }, [choosing, dialog])
  useEffect(() => {
    if (query.trim() && !isWaiting && pasted?.status !== 'looking') announce(dialog, t('swap.found', { count: found }))
  }, [query, found, isWaiting, pasted?.status, t, dialog])

  return (
    <ListView title={t(choosing === 'from' ? 'swap.choosePay' : 'swap.chooseReceive')} tight>
      <SearchField label={t('swap.search')} value={query} onChange={setQuery} />
      {found > 0 ? (
        <List label={t('swap.tokens')}>
          {rows.map(({ token, held }) => (
            <TokenItem key={keyOf(token)} token={token} held={held} />
          ))}
          {pasted?.token && <TokenItem token={pasted.token} />}
        </List>
      ) : isWaiting ? (
        <List label={t('tokens.loading')} busy>
          <SkeletonRows />
        </List>
      ) : (
        <p className="muted empty" role="status">
          {pasted?.status === 'looking' && t('swap.looking')}
          {(pasted ? pasted.status : listing) === 'failed' && t('swap.unavailableBody')}
          {(pasted ? pasted.status === 'none' : listing !== 'failed') &&
            t(pasted ? 'swap.noToken' : 'swap.noneFound', { query: query.trim() })}
        </p>
      )}
      {pasted?.token && !pasted.token.listed && <p className="t-label muted">{t('tokens.unverifiedBody')}</p>}
    </ListView>
  )
}
