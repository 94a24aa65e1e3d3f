import { useEffect } from 'react'
import { formatTransfer } from '../../features/money/amounts.js'
import { watchArrivals } from '../../features/money/receive/arrivals.js'
import { useIntlLocale, useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { arrivalsStore } from '../../state/arrivals.js'
import { networksStore } from '../../state/networks.js'
import { Icon } from '../../ui/Icon.js'

/** What comes while somebody waits for it, as it comes. Said aloud, too. */
export function Arrivals() {
  const dialog = useDialog()
  const t = useT()
  const locale = useIntlLocale()
  useEffect(() => watchArrivals(dialog), [dialog])
  const { arrived } = useDialogStore(arrivalsStore)
  const networks = useDialogStore(networksStore, (state) => state.networks)
  return (
    <div className="arrivals" role="status">
      {arrived.map(({ token: { id, symbol, networkId, decimals }, amount }) => (
        <div key={`${id} ${amount}`} className="note" data-arrival={id}>
          <Icon name="check" size={20} />
          <p className="t-label grow">
            {t('receive.arrived', {
              amount: `\u2066${formatTransfer(amount, decimals, locale)}\u2069`,
              symbol: `\u2068${symbol}\u2069`,
              network: `\u2068${networks.find(({ caipNetworkId }) => caipNetworkId === networkId)?.name ?? networkId}\u2069`,
            })}
          </p>
        </div>
      ))}
    </div>
  )
}
