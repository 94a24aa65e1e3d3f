import { useT } from '../../lib/i18n.js'
import { CopyField } from '../../ui/CopyField.js'
import type { CopyState } from '../../ui/useCopy.js'
import { QrTile } from '../walletConnect/QrTile.js'
import { AddressGroups } from './AddressGroups.js'
import '../walletConnect/walletConnect.css'
import './receive.css'

type AddressCodeProps = {
  readonly address: string
  /** What the address is called, where it has a name. */
  readonly name?: string | null | undefined
  readonly wallet: { readonly name: string; readonly icon?: string | undefined }
  readonly state: CopyState
  readonly onCopy: () => void
}

/** An address as a code and in words. */
export function AddressCode({ address, name, wallet, state, onCopy }: AddressCodeProps) {
  const t = useT()
  return (
    <>
      <QrTile key={address} text={address} label={t('receive.code')} wallet={wallet} part={0} soon={false} />
      {name && (
        <p className="t-title center">
          <bdi>{name}</bdi>
        </p>
      )}
      {state === 'byHand' ? (
        <CopyField label={t('account.copyByHand')} value={address} />
      ) : (
        <AddressGroups address={address} onCopy={onCopy} />
      )}
    </>
  )
}
