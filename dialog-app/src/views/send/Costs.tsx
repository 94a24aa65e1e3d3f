import type { Network } from '@latchkey/protocol'
import { formatAmount, formatValue, worthOf } from '../../features/money/amounts.js'
import { feeToken } from '../../features/money/send/draft.js'
import { useIntlLocale, useT } from '../../lib/i18n.js'
import { useDialog } from '../../lib/useDialog.js'
import type { TransferCost } from '../../state/send.js'
import { Bdi } from '../../ui/Bdi.js'
import { Fact, Facts } from './Facts.js'

/** An amount of the native coin, with its value where a price is known. */
export function useNative(network: Network): (amount: bigint) => string {
  const dialog = useDialog()
  const locale = useIntlLocale()
  const token = feeToken(dialog)
  const { symbol, decimals } = network.nativeCurrency
  return (amount) => {
    const worth = token && worthOf(amount, token, token.price)
    const coins = `${formatAmount(amount, decimals, locale)} ${symbol}`
    return worth === undefined ? coins : `${coins} (${formatValue(worth, locale)})`
  }
}

/** Where it is sent, and what that costs. */
export function Costs({ cost, network }: { readonly cost: TransferCost | undefined; readonly network: Network }) {
  const t = useT()
  const native = useNative(network)
  return (
    <Facts>
      <Fact label={t('account.network')}>
        <bdi>{network.name}</bdi>
      </Fact>
      {cost && <Fact label={t('send.fee')}>{cost.isSponsored ? t('send.feePaid') : <Bdi className="num">{native(cost.fee)}</Bdi>}</Fact>}
    </Facts>
  )
}
