import type { Network } from '@latchkey/protocol'
import { formatValue } from '../../../features/money/amounts.js'
import { formatBalance } from '../../../lib/format.js'
import { useIntlLocale, useT } from '../../../lib/i18n.js'
import type { Token } from '../../../state/portfolio.js'
import { Address, Bdi } from '../../../ui/Bdi.js'
import { LinkButton } from '../../../ui/Button.js'
import { CopyField } from '../../../ui/CopyField.js'
import { Icon } from '../../../ui/Icon.js'
import { useCopy } from '../../../ui/useCopy.js'
import { explorerLink } from '../explorerLink.js'

function Contract({ contract }: { readonly contract: string }) {
  const t = useT()
  const { state, copy } = useCopy(contract, t('tokens.contractCopied'))
  return (
    <>
      <div className="fact">
        <dt className="muted">{t('tokens.contract')}</dt>
        <dd className="hstack">
          <Address value={contract} />
          <button type="button" className="icon-btn" aria-label={t('tokens.copyContract')} onClick={copy}>
            <Icon name={state === 'copied' ? 'check' : 'copy'} size={20} className={state === 'copied' ? 'copied' : ''} />
          </button>
        </dd>
      </div>
      {state === 'byHand' && <CopyField label={t('tokens.contractByHand')} value={contract} />}
    </>
  )
}

/** What else is known of a token: who made it, where it is, what one of it costs. */
export function TokenDetail({ token, network }: { readonly token: Token; readonly network: Network | undefined }) {
  const t = useT()
  const locale = useIntlLocale()
  const { name, contract, price, listed, amount, decimals } = token
  const explorer = contract ? explorerLink(network, contract, 'token') : undefined
  return (
    <div className="box-card stack g-2 token-detail">
      {!listed && <p className="t-label muted">{t('tokens.unverifiedBody')}</p>}
      <dl>
        <div className="fact">
          <dt className="muted">{t('tokens.name')}</dt>
          <dd>
            <bdi>{name}</bdi>
          </dd>
        </div>
        <div className="fact">
          <dt className="muted">{t('tokens.amount')}</dt>
          <dd>
            <Bdi className="num">{formatBalance(amount, decimals, { locale, fractionDigits: Math.min(decimals, 100) })}</Bdi>
          </dd>
        </div>
        {network && (
          <div className="fact">
            <dt className="muted">{t('account.network')}</dt>
            <dd>
              <bdi>{network.name}</bdi>
            </dd>
          </div>
        )}
        <div className="fact">
          <dt className="muted">{t('tokens.price')}</dt>
          <dd>{price === undefined ? t('tokens.noPrice') : <Bdi className="num">{formatValue(price, locale)}</Bdi>}</dd>
        </div>
        {contract && <Contract contract={contract} />}
      </dl>
      {explorer && (
        <LinkButton kind="text" href={explorer}>
          {t('account.explorer')}
        </LinkButton>
      )}
    </div>
  )
}
