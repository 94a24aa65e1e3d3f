import type { ListedWallet } from '../api/wallets.js'
import { findGuideWallet, type GuideWallet } from '../features/connect/guide.js'
import { replace } from '../features/navigator/view.js'
import { useT } from '../lib/i18n.js'
import { isPhone } from '../lib/platform.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { viewStore } from '../state/view.js'
import { Icon } from '../ui/Icon.js'
import { WalletIcon } from '../ui/Picture.js'
import { List, Row } from '../ui/Row.js'
import { ListView } from '../ui/templates.js'
import { Downloads } from './guide/Downloads.js'
import { Guide } from './guide/Guide.js'
import { linksOf, suited } from './guide/suited.js'
import './guide/guide.css'

/** What the view was opened for, from its data: a wallet of the guide, or one of the directory. */
function wanted(data: unknown): { readonly guide?: GuideWallet | undefined; readonly listed?: ListedWallet | undefined } {
  const { wallet, listed } = (data ?? {}) as { readonly wallet?: string; readonly listed?: ListedWallet }
  return { guide: findGuideWallet(wallet), listed }
}

function Wallets({ label, wallets }: { readonly label: string; readonly wallets: readonly GuideWallet[] }) {
  const dialog = useDialog()
  const t = useT()
  if (wallets.length === 0) return null
  return (
    <div className="stack g-2">
      <p className="section t-label">{label}</p>
      <List label={label}>
        {wallets.map((wallet) => (
          <li key={wallet.id}>
            <Row
              name={wallet.name}
              note={t(linksOf(wallet).why)}
              start={<WalletIcon src={wallet.icon} name={wallet.name} shared={wallet.id} />}
              end={<Icon name="chevron" size={20} className="chev" />}
              focusKey={`wallet ${wallet.id}`}
              onClick={() => replace(dialog, 'GetWallet', { wallet: wallet.id })}
            />
          </li>
        ))}
      </List>
    </div>
  )
}

/** Eight wallets to begin with, those that suit this device first; then three steps for the chosen one. */
export function GetWallet() {
  const t = useT()
  const data = useDialogStore(viewStore, ({ history }) => history.findLast(({ name }) => name === 'GetWallet')?.data)
  const { guide, listed } = wanted(data)
  if (guide) return <Guide wallet={guide} />
  if (listed) return <Downloads wallet={listed} />
  const { good, others } = suited()
  return (
    <ListView title={t('get.title')}>
      <Wallets label={t(isPhone() ? 'get.phone' : 'get.computer')} wallets={good} />
      <Wallets label={t('get.others')} wallets={others} />
    </ListView>
  )
}
