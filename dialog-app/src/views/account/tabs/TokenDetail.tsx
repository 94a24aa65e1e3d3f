import type { Network } from '@latchkey/protocol'
import { formatPrice } from '../../../features/money/amounts.js'
import { formatBalance } from '../../../lib/format.js'
import { useIntlLocale, useT } from '../../../lib/i18n.js'
import type { Token } from '../../../state/portfolio.js'
import { Bdi } from '../../../ui/Bdi.js'
import { LinkButton } from '../../../ui/Button.js'
import { ContractFact } from '../../fact/ContractFact.js'
import { Fact, NetworkFact } from '../../fact/Fact.js'
import { Change } from '../Change.js'
import { explorerLink } from '../explorerLink.js'

/** What else is known of a token: who made it, where it is, what one of it costs. */
export function TokenDetail({ token, network }: { readonly token: Token; readonly network: Network | undefined }) {
  const t = useT()
  const locale = useIntlLocale()
  const { name, contract, price, change, listed, amount, decimals } = token
  const explorer = contract ? explorerLink(network, contract, 'token') : undefined
  return (
    <div className="box-card stack g-2 token-detail">
      {!listed && <p className="t-label muted">{t('tokens.unverifiedBody')}</p>}
      <dl>
        <Fact label={t('tokens.name')}>
          <bdi>{name}</bdi>
        </Fact>
        <Fact label={t('tokens.amount')}>
          <Bdi className="num">{formatBalance(amount, decimals, { locale, fractionDigits: Math.min(decimals, 100) })}</Bdi>
        </Fact>
        {network && <NetworkFact network={network} />}
        <Fact label={t('tokens.price')}>
          {price === undefined ? t('tokens.noPrice') : <Bdi className="num">{formatPrice(price, locale)}</Bdi>}
        </Fact>
        {change !== undefined && (
          <Fact label={t('tokens.change')}>
            <Change change={change} />
          </Fact>
        )}
        {contract && <ContractFact contract={contract} />}
      </dl>
      {explorer && (
        <LinkButton kind="text" href={explorer}>
          {t('account.explorer')}
        </LinkButton>
      )}
    </div>
  )
}
