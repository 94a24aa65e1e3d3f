import { setReceiver } from '../../features/money/send/draft.js'
import { ownAccounts } from '../../features/money/send/ownAccounts.js'
import { recentRecipients } from '../../features/money/send/recentRecipients.js'
import { useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { activeConnection, sessionStore } from '../../state/session.js'
import { Address } from '../../ui/Bdi.js'
import { Icon } from '../../ui/Icon.js'
import { List, Row } from '../../ui/Row.js'

/** Rows of each list. */
const most = 3

type Choice = { readonly address: string; readonly name?: string }

function Choices({ label, choices }: { readonly label: string; readonly choices: readonly Choice[] }) {
  const dialog = useDialog()
  if (choices.length === 0) return null
  return (
    <div className="stack g-1">
      <p className="section t-label">{label}</p>
      <List label={label}>
        {choices.slice(0, most).map(({ address, name }) => (
          <li key={address}>
            <Row
              bare
              name={name ?? ''}
              note={name ? <Address value={address} /> : undefined}
              after={name ? undefined : <Address value={address} />}
              start={
                <span className="g g-40">
                  <Icon name="user" size={20} />
                </span>
              }
              focusKey={`to ${address}`}
              onClick={() => setReceiver(dialog, address, { now: true })}
            />
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
  const account = useDialogStore(sessionStore, (state) => activeConnection(state)?.accounts[0])
  if (!account) return null
  const { namespace, address } = account
  const own = ownAccounts(dialog, namespace, address)
  const recent = recentRecipients(dialog, namespace).filter(
    (one) => one.address !== address && !own.some((mine) => mine.address === one.address),
  )
  return (
    <>
      <Choices label={t('send.recent')} choices={recent} />
      <Choices label={t('send.own')} choices={own} />
    </>
  )
}
