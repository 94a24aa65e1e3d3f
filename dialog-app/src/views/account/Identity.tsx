import { type CaipNetworkId, type ConnectedWallet, toCaipAddress } from '@latchkey/protocol'
import { blo } from 'blo'
import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n.js'
import { useDialogStore } from '../../lib/useDialog.js'
import { identitiesStore } from '../../state/identities.js'
import { Address } from '../../ui/Bdi.js'
import { CopyField } from '../../ui/CopyField.js'
import { Icon } from '../../ui/Icon.js'
import { useSafePicture, WalletIcon } from '../../ui/Picture.js'
import { useCopy } from '../../ui/useCopy.js'
import { usePicture } from '../../ui/usePicture.js'

type IdentityProps = {
  readonly address: string
  readonly networkId: CaipNetworkId
  readonly wallet: ConnectedWallet
  /** The user's own name for the account. */
  readonly label?: string | undefined
  readonly end?: ReactNode
}

/** The picture of an address, else one that is drawn from it. */
function Avatar({ address, src }: { readonly address: string; readonly src: string | undefined }) {
  const photo = usePicture(useSafePicture(src))
  return (
    <img
      className={`avatar ${photo ? 'photo' : ''}`}
      src={blo(address as `0x${string}`)}
      alt=""
      draggable={false}
      referrerPolicy="no-referrer"
      {...photo}
    />
  )
}

/** Picture with the wallet's badge, the user's name for the account, its own or its address, and a way to copy it. */
export function Identity({ address, networkId, wallet, label: own, end }: IdentityProps) {
  const t = useT()
  const identity = useDialogStore(identitiesStore, (known) => known[toCaipAddress(networkId, address)])
  const label = own ?? identity?.name
  const { state, copy } = useCopy(address, t('account.copied'))
  return (
    <div className="stack g-3">
      <div className="hstack identity">
        <span className="badged">
          <Avatar address={address} src={identity?.avatar ?? undefined} />
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
        {end}
      </div>
      {state === 'byHand' && <CopyField label={t('account.copyByHand')} value={address} />}
    </div>
  )
}
