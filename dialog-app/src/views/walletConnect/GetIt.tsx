import type { ListedWallet } from '../../api/wallets.js'
import { push } from '../../features/navigator/view.js'
import { useT } from '../../lib/i18n.js'
import { browserName, isPhone } from '../../lib/platform.js'
import { useDialog } from '../../lib/useDialog.js'
import { LinkButton } from '../../ui/Button.js'
import { WalletIcon } from '../../ui/Picture.js'
import { Ring } from '../../ui/Ring.js'
import { placeToGet } from './ways.js'

/** "Don't have it?", for those who chose a wallet by its name: leads to all places to get it from. */
export function GetIt({ wallet }: { readonly wallet: ListedWallet }) {
  const dialog = useDialog()
  const t = useT()
  return (
    <p className="link-line">
      <span className="muted">{t('pair.dontHave', { wallet: wallet.name })}</span>
      <button type="button" className="btn-inline" data-focus-key="get" onClick={() => push(dialog, 'GetWallet', { listed: wallet })}>
        {t('pair.getIt')}
      </button>
    </p>
  )
}

/** The wallet is no other way to be had than from its maker. */
export function useGetWallet(wallet: ListedWallet | null) {
  const t = useT()
  const name = wallet?.name ?? ''
  const place = wallet ? placeToGet(wallet, browserName()) : undefined
  return {
    icon: (
      <Ring state="idle">
        <WalletIcon src={wallet?.icon} name={name} size={72} shared={wallet?.id} />
      </Ring>
    ),
    heading: t('pair.getTitle', { wallet: name }),
    body: t(place ? (isPhone() ? 'pair.appBody' : 'pair.browserBody') : 'pair.noWay', { wallet: name }),
    action: place && <LinkButton href={place.url}>{t(place.store ? 'pair.store' : 'pair.site', { wallet: name })}</LinkButton>,
  }
}
