import { useMemo } from 'react'
import type { ListedWallet } from '../../api/wallets.js'
import { useT } from '../../lib/i18n.js'
import { Icon } from '../../ui/Icon.js'
import { WalletIcon } from '../../ui/Picture.js'
import { List, Row } from '../../ui/Row.js'
import { ListView } from '../../ui/templates.js'
import { drawQr } from '../walletConnect/qr.js'
import { type Place, placesOf } from './places.js'

/** A phone's store as a code for its camera, and as a link for who has no second device. */
function StoreCode({ place: { url, label }, wallet }: { readonly place: Place; readonly wallet: string }) {
  const t = useT()
  const qr = useMemo(() => drawQr(url, false), [url])
  const store = t(label, { wallet })
  return (
    <a className="store-code" href={url} target="_blank" rel="noopener noreferrer">
      <svg viewBox={`0 0 ${qr.size} ${qr.size}`} data-qr role="img" aria-label={t('get.scanStore', { wallet, store })}>
        <path d={qr.path} fillRule="evenodd" />
      </svg>
      <span className="t-label">{store}</span>
      <span className="visually-hidden"> ({t('common.newTab')})</span>
    </a>
  )
}

function Places({ label, places, wallet }: { readonly label: string; readonly places: readonly Place[]; readonly wallet: string }) {
  const t = useT()
  if (places.length === 0) return null
  return (
    <div className="stack g-2">
      <p className="section t-label">{label}</p>
      <List label={label}>
        {places.map(({ kind, url, label: name }) => (
          <li key={kind}>
            <Row name={t(name, { wallet })} href={url} end={<Icon name="external" size={20} className="muted" />} />
          </li>
        ))}
      </List>
    </div>
  )
}

/** Where a wallet of the directory can be got: this device's store first, a phone's stores as codes for its camera. */
export function Downloads({ wallet }: { readonly wallet: ListedWallet }) {
  const t = useT()
  const { here, phone, other } = placesOf(wallet)
  const nowhere = here.length + phone.length + other.length === 0
  return (
    <ListView title={t('guide.title', { wallet: wallet.name })}>
      <div className="downloads-head">
        <WalletIcon src={wallet.icon} name={wallet.name} size={72} shared={wallet.id} />
        {nowhere && <p className="muted">{t('get.nowhere')}</p>}
      </div>
      <Places label={t(phone.length > 0 ? 'get.onComputer' : 'get.onPhone')} places={here} wallet={wallet.name} />
      {phone.length > 0 && (
        <div className="stack g-2">
          <p className="section t-label">{t('get.onPhone')}</p>
          <div className="store-codes">
            {phone.map((place) => (
              <StoreCode key={place.kind} place={place} wallet={wallet.name} />
            ))}
          </div>
        </div>
      )}
      <Places label={t('get.elsewhere')} places={other} wallet={wallet.name} />
    </ListView>
  )
}
