import { useState } from 'react'
import { formatAmount, formatValue } from '../features/money/amounts.js'
import { draftToken, sendableTokens, setToken } from '../features/money/send/draft.js'
import { back } from '../features/navigator/view.js'
import { useIntlLocale, useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { portfolioStore } from '../state/portfolio.js'
import { Bdi } from '../ui/Bdi.js'
import { NetworkIcon } from '../ui/Picture.js'
import { Badge, List, Row } from '../ui/Row.js'
import { ListView } from '../ui/templates.js'
import { SearchField } from './networks/SearchField.js'
import './send/send.css'

/** Tokens from which on one searches. */
const many = 6

/** What the account can send on its network: the dearest first, what nobody vouches for last. */
export function WalletSendSelectToken() {
  const dialog = useDialog()
  const t = useT()
  const locale = useIntlLocale()
  const [query, setQuery] = useState('')
  useDialogStore(portfolioStore)
  const tokens = sendableTokens(dialog)
  const current = draftToken(dialog)
  const wanted = query.trim().toLowerCase()
  const found = tokens.filter(({ name, symbol, contract = '' }) =>
    [name, symbol, contract].some((text) => text.toLowerCase().includes(wanted)),
  )
  const choose = (id: string) => {
    setToken(dialog, id)
    back(dialog)
  }
  return (
    <ListView title={t('send.chooseToken')} tight>
      {tokens.length > many && <SearchField label={t('send.searchTokens')} value={query} onChange={setQuery} />}
      {found.length === 0 && <p className="muted empty">{t(wanted ? 'send.noToken' : 'tokens.emptyTitle', { query: query.trim() })}</p>}
      <List label={t('send.chooseToken')}>
        {found.map(({ id, symbol, name, amount, decimals, value, icon, listed }) => (
          <li key={id}>
            <Row
              bare
              name={symbol}
              note={<bdi>{name}</bdi>}
              after={
                !listed && (
                  <>
                    {' '}
                    <Badge>{t('tokens.unverified')}</Badge>
                  </>
                )
              }
              start={<NetworkIcon src={icon} name={symbol} />}
              end={
                <span className="stack end">
                  <Bdi className="num">{formatAmount(amount, decimals, locale)}</Bdi>
                  {value !== undefined && <Bdi className="num t-label muted">{formatValue(value, locale, true)}</Bdi>}
                </span>
              }
              current={id === current?.id}
              focusKey={`token ${id}`}
              onClick={() => choose(id)}
            />
          </li>
        ))}
      </List>
    </ListView>
  )
}
