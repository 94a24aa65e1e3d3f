import { useStore } from 'zustand'
import { cancelAsking } from '../../features/walletConnect/late.js'
import { useT } from '../../lib/i18n.js'
import { askingStore } from '../../state/asking.js'
import { Button } from '../../ui/Button.js'
import { WalletIcon } from '../../ui/Picture.js'
import { Ring } from '../../ui/Ring.js'
import { Hero } from '../../ui/templates.js'
import { useAppName } from '../useAppName.js'

/** A request waits in the wallet on another device: where to go on, and the way out. */
export function Asking() {
  const t = useT()
  const app = useAppName()
  const { wallet, href } = useStore(askingStore)
  const name = wallet?.name || t('switch.yourWallet')
  return (
    <Hero
      title={t('ask.title')}
      icon={
        <Ring state="run">
          <WalletIcon src={wallet?.icon} name={name} size={72} />
        </Ring>
      }
      heading={t('connecting.continueTitle', { wallet: name })}
      body={t('ask.body', { app })}
      hold
      footer={
        <>
          {href && (
            <a className="btn" href={href} target={/^https?:/i.test(href) ? '_blank' : '_top'} rel="noopener noreferrer">
              <span>{t('pair.open', { wallet: name })}</span>
            </a>
          )}
          <Button kind={href ? 'text' : 'soft'} onClick={cancelAsking}>
            {t('common.cancel')}
          </Button>
        </>
      }
    />
  )
}
