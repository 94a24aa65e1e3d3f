import type { ConnectedWallet } from '@latchkey/protocol'
import { blo } from 'blo'
import { useT } from '../../lib/i18n.js'
import { Address } from '../../ui/Bdi.js'
import { CopyField } from '../../ui/CopyField.js'
import { Icon } from '../../ui/Icon.js'
import { WalletIcon } from '../../ui/Picture.js'
import { useCopy } from '../../ui/useCopy.js'

type IdentityProps = { readonly address: string; readonly wallet: ConnectedWallet; readonly label?: string | undefined }

/** Avatar with the wallet's badge, the user's name for the account or its address, and a way to copy it. */
export function Identity({ address, wallet, label }: IdentityProps) {
  const t = useT()
  const { state, copy } = useCopy(address, t('account.copied'))
  return (
    <div className="stack g-3">
      <div className="hstack identity">
        <span className="badged">
          <img className="avatar" src={blo(address as `0x${string}`)} alt="" draggable={false} />
          <WalletIcon src={wallet.icon} name={wallet.name} size={22} shared={wallet.id} />
        </span>
        <div className="stack grow">
          <span className={`who ${label ? 'labelled clip' : ''}`}>{label ? <bdi>{label}</bdi> : <Address value={address} />}</span>
          <span className="t-label muted clip">
            {label ? <Address value={address} /> : t('account.connectedWith', { wallet: wallet.name })}
          </span>
        </div>
        <button
          type="button"
          className="icon-btn"
          aria-label={t('account.copy')}
          data-focus-key="copy"
          onClick={copy}
          onKeyDown={(event) => {
            if ((event.ctrlKey || event.metaKey) && event.key === 'c') void copy()
          }}
        >
          <Icon name={state === 'copied' ? 'check' : 'copy'} className={state === 'copied' ? 'copied' : ''} />
        </button>
      </div>
      {state === 'byHand' && <CopyField label={t('account.copyByHand')} value={address} />}
    </div>
  )
}
