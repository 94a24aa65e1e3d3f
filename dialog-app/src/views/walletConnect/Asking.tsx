import { cancelAsking, finishAsking } from '../../features/walletConnect/lazy.js'
import { useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { askingStore } from '../../state/asking.js'
import { Button } from '../../ui/Button.js'
import { WalletIcon } from '../../ui/Picture.js'
import { Ring } from '../../ui/Ring.js'
import { Hero } from '../../ui/templates.js'
import { AskedWalletLink } from '../AskedWalletLink.js'
import { useAnnouncement } from '../connecting/useAnnouncement.js'
import { useAppName } from '../useAppName.js'

/** A request waits in the wallet on another device: where to go on, and the way out. */
export function Asking() {
  const dialog = useDialog()
  const t = useT()
  const app = useAppName()
  const { wallet, href, error, over, count } = useDialogStore(askingStore)
  const name = wallet?.name || t('switch.yourWallet')
  const heading = t(over ? `ask.${over}Title` : 'connecting.continueTitle', { wallet: name })
  const body = t(over ? `ask.${over}Body` : error === null ? 'ask.body' : `ask.${error}`, { wallet: name, app })
  useAnnouncement(heading, body)
  return (
    <Hero
      title={t('ask.title')}
      icon={
        <Ring state={over ? 'idle' : 'run'}>
          <WalletIcon src={wallet?.icon} name={name} size={72} />
        </Ring>
      }
      heading={heading}
      body={body}
      hold
      more={!over && count > 1 && <p className="t-label muted">{t('ask.more', { count: count - 1 })}</p>}
      footer={
        over ? (
          // Another button than "Cancel" before: a key that is held must not take away what is said.
          <Button key="over" onClick={() => finishAsking(dialog)}>
            {t(count > 0 ? 'ask.next' : 'ask.done')}
          </Button>
        ) : (
          <>
            {href && <AskedWalletLink href={href}>{t('pair.open', { wallet: name })}</AskedWalletLink>}
            <Button kind={href ? 'text' : 'soft'} onClick={() => cancelAsking(dialog)}>
              {t('common.cancel')}
            </Button>
          </>
        )
      }
    />
  )
}
