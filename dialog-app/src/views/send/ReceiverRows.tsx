import type { CaipNetworkId } from '@latchkey/protocol'
import { setReceiver } from '../../features/money/send/draft.js'
import { ownAccounts } from '../../features/money/send/ownAccounts.js'
import { recentRecipients } from '../../features/money/send/recentRecipients.js'
import { useName } from '../../features/names/useName.js'
import { useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { activeConnection, sessionStore } from '../../state/session.js'
import { Address } from '../../ui/Bdi.js'
import { Icon } from '../../ui/Icon.js'
import { List, Row } from '../../ui/Row.js'

/** Rows of each list. */
const most = 3

type Choice = {
  readonly address: string
  /** What the user calls it; left out, it is called by its public name. */
  readonly label?: string
}

function ChoiceRow({ networkId, address, label }: Choice & { readonly networkId: CaipNetworkId }) {
  const dialog = useDialog()
  const publicName = useName(networkId, address)
  const name = label ?? publicName
  const note = (
    <>
      {publicName && publicName !== name && (
        <>
          <bdi>{publicName}</bdi> ·{' '}
        </>
      )}
      <Address value={address} />
    </>
  )
  return (
    <Row
      bare
      name={name ?? ''}
      note={name && note}
      after={!name && note}
      start={
        <span className="g g-40">
          <Icon name="user" size={20} />
        </span>
      }
      focusKey={`to ${address}`}
      onClick={() => setReceiver(dialog, address, { now: true })}
    />
  )
}

type ChoicesProps = { readonly heading: string; readonly networkId: CaipNetworkId; readonly choices: readonly Choice[] }

function Choices({ heading, networkId, choices }: ChoicesProps) {
  if (choices.length === 0) return null
  return (
    <div className="stack g-1">
      <p className="section t-label">{heading}</p>
      <List label={heading}>
        {choices.slice(0, most).map((choice) => (
          <li key={choice.address}>
            <ChoiceRow {...choice} networkId={networkId} />
          </li>
        ))}
      </List>
    </div>
  )
}

/** Whom the user has sent to, and their own other accounts: one tap away. */
export function ReceiverRows() {
  const dialog = useDialog()
  const t = useT()
  const connection = useDialogStore(sessionStore, activeConnection)
  const account = connection?.accounts[0]
  if (!account) return null
  const { namespace, address } = account
  const { networkId } = connection
  const own = ownAccounts(dialog, namespace, address).map((mine) => ({ address: mine.address, label: mine.name }))
  // A name that they were sent to by may be somebody else's by now.
  const recent = recentRecipients(dialog, namespace)
    .map((one) => ({ address: one.address }))
    .filter((one) => one.address !== address && !own.some((mine) => mine.address === one.address))
  return (
    <>
      <Choices heading={t('send.recent')} networkId={networkId} choices={recent} />
      <Choices heading={t('send.own')} networkId={networkId} choices={own} />
    </>
  )
}
