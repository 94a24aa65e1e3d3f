import type { NamespaceId } from '@latchkey/protocol'
import { familyName } from '../features/connect/family.js'
import { chooseFamily, familyRows } from '../features/connect/multiChain.js'
import { useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { connectingStore } from '../state/connecting.js'
import { sessionStore } from '../state/session.js'
import { Address } from '../ui/Bdi.js'
import { Icon } from '../ui/Icon.js'
import { WalletIcon } from '../ui/Picture.js'
import { Badge, List, Row } from '../ui/Row.js'
import { Hero } from '../ui/templates.js'
import { FamilyIcon } from './family/FamilyIcon.js'

type FamilyRowProps = {
  readonly namespace: NamespaceId
  readonly address?: string | undefined
  readonly last: boolean
  readonly onChoose: () => void
}

function FamilyRow({ namespace, address, last, onChoose }: FamilyRowProps) {
  const t = useT()
  return (
    <li>
      <Row
        name={t(familyName(namespace))}
        start={<FamilyIcon namespace={namespace} />}
        note={
          address && (
            <>
              {t('family.connected')} · <Address value={address} />
            </>
          )
        }
        end={
          address ? (
            <Icon name="check" size={20} className="tick" />
          ) : last ? (
            <Badge>{t('family.lastUsed')}</Badge>
          ) : (
            <Icon name="chevron" size={20} className="chev" />
          )
        }
        focusKey={`family ${namespace}`}
        onClick={onChoose}
      />
    </li>
  )
}

/** A wallet that works with several chain families: the user says which one to connect now. */
export function ConnectingMultiChain() {
  const dialog = useDialog()
  const t = useT()
  const row = useDialogStore(connectingStore, (state) => state.row)
  const session = useDialogStore(sessionStore)
  if (!row) return null
  return (
    <Hero
      title={row.name}
      icon={<WalletIcon src={row.icon} name={row.name} size={72} shared={row.id} />}
      heading={t('family.chooseTitle')}
      body={t('family.chooseBody', { wallet: row.name })}
      more={
        <List label={t('family.chooseTitle')}>
          {familyRows(dialog, row, session).map(({ namespace, address, last }) => (
            <FamilyRow
              key={namespace}
              namespace={namespace}
              address={address}
              last={last}
              onChoose={() => chooseFamily(dialog, row, namespace)}
            />
          ))}
        </List>
      }
    />
  )
}
