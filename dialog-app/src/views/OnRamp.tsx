import { useEffect } from 'react'
import { currentOffers, startPurchase } from '../features/money/buy/buy.js'
import { chosenOffer } from '../features/money/buy/choices.js'
import { useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { purchaseStore } from '../state/purchase.js'
import { sessionStore } from '../state/session.js'
import { Icon } from '../ui/Icon.js'
import { Hero } from '../ui/templates.js'
import { BuyForm, BuyLoading } from './buy/BuyForm.js'
import { BuyProgress } from './buy/BuyProgress.js'
import './buy/buy.css'

/** Coins for money: the form, then the provider's window, then the coins. */
export function OnRamp() {
  const dialog = useDialog()
  const t = useT()
  useDialogStore(sessionStore)
  const purchase = useDialogStore(purchaseStore)
  useEffect(() => startPurchase(dialog), [dialog])
  const offers = currentOffers(dialog)
  const { phase, options } = purchase
  if (phase !== 'form' && phase !== 'opening')
    return <BuyProgress phase={phase} provider={chosenOffer(offers, purchase)?.sold.provider ?? t('buy.provider')} />
  if (!options) return <BuyLoading />
  if (offers.length === 0)
    return (
      <Hero
        title={t('buy.title')}
        icon={
          <span className="g g-72">
            <Icon name="card" />
          </span>
        }
        heading={t('buy.nothingTitle')}
        body={t('buy.nothingBody')}
      />
    )
  return <BuyForm />
}
