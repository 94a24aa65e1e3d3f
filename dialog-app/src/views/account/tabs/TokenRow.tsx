import { memo, useState } from 'react'
import { formatAmount, formatValue } from '../../../features/money/amounts.js'
import type { Token } from '../../../state/portfolio.js'
import { Bdi } from '../../../ui/Bdi.js'
import { NetworkIcon } from '../../../ui/Picture.js'
import { Badge, Row } from '../../../ui/Row.js'
import { ChangeText } from '../Change.js'
import { TokenDetail } from './TokenDetail.js'
import type { RowContext } from './useRowContext.js'

type TokenRowProps = { readonly token: Token; readonly context: RowContext }

/** One token: what it is and on which network, how much there is of it, and what that is worth. Opens into what else is known of it. */
export const TokenRow = memo(function TokenRow({ token, context: { t, numbers, networks } }: TokenRowProps) {
  const [open, setOpen] = useState(false)
  const { networkId, symbol, amount, decimals, value, change, icon, listed } = token
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
  return (
    <li className="token" data-token={token.id}>
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
        note={
          <>
            <Bdi className="num">{formatAmount(amount, decimals, numbers)}</Bdi>
            {network && <span className="visually-hidden"> {t('tokens.on', { network: network.name })}</span>}
          </>
        }
        start={
          <span className="badged">
            <NetworkIcon src={icon} name={symbol} />
            {network && <NetworkIcon src={network.assets?.imageUrl} name={network.name} size={24} />}
          </span>
        }
        end={
          value !== undefined && (
            <span className="stack worth">
              <Bdi className="num">{formatValue(value, numbers, true)}</Bdi>
              {change !== undefined && (
                <span className="t-label">
                  {' '}
                  <ChangeText change={change} t={t} numbers={numbers} />
                </span>
              )}
            </span>
          )
        }
        expanded={open}
        focusKey={`token ${token.id}`}
        onClick={() => setOpen(!open)}
      />
      {open && <TokenDetail token={token} network={network} />}
    </li>
  )
})
