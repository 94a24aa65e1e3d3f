import { useT } from '../../lib/i18n.js'
import { groupsOf } from './groups.js'

type AddressGroupsProps = { readonly address: string; readonly onCopy: () => void }

/** Groups at each end that people compare. */
const compared = 2

/** The whole address, its ends strong. A tap copies it. */
export function AddressGroups({ address, onCopy }: AddressGroupsProps) {
  const t = useT()
  const groups = groupsOf(address)
  return (
    <button type="button" className="groups" onClick={onCopy}>
      <span className="visually-hidden">
        {t('account.copy')}: {address}
      </span>
      <bdi dir="ltr" className={`mono ${groups[0]?.length === 4 ? 'six' : ''}`} aria-hidden="true">
        {groups.map((group, index) => (
          // The same group may come twice: its place is what it is.
          // biome-ignore lint/suspicious/noArrayIndexKey: groups never move
          <span key={index} className={index < compared || index >= groups.length - compared ? 'strong' : 'muted'}>
            {group}
          </span>
        ))}
      </bdi>
    </button>
  )
}
