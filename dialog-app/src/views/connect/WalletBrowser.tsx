import type { WalletRow } from '../../features/connect/rows.js'
import { useT } from '../../lib/i18n.js'
import { Button } from '../../ui/Button.js'
import { WalletIcon } from '../../ui/Picture.js'
import { Ring } from '../../ui/Ring.js'
import { Hero } from '../../ui/templates.js'
import { Legal } from './Legal.js'
import { Offline } from './Offline.js'

type WalletBrowserProps = {
  readonly title: string
  readonly wallet: WalletRow
  readonly onChoose: (row: WalletRow) => void
  readonly onOthers: () => void
}

/** Inside a wallet's own browser one wallet is obviously right, so there is one button. */
export function WalletBrowser({ title, wallet, onChoose, onOthers }: WalletBrowserProps) {
  const t = useT()
  return (
    <Hero
      title={title}
      host
      icon={
        <Ring state="idle">
          <WalletIcon src={wallet.icon} name={wallet.name} size={72} shared={wallet.id} />
        </Ring>
      }
      heading={t('connect.browserTitle', { wallet: wallet.name })}
      more={<Offline />}
      footer={
        <>
          <Button focusKey={`wallet ${wallet.id}`} onClick={() => onChoose(wallet)}>
            {t('connect.browserAction', { wallet: wallet.name })}
          </Button>
          <Button kind="text" onClick={onOthers}>
            {t('connect.another')}
          </Button>
          <Legal />
        </>
      }
    />
  )
}
