import { type NamespaceId, namespaceOf } from '@latchkey/protocol'
import { familyName } from '../../features/connect/family.js'
import { retryReceiver } from '../../features/money/send/draft.js'
import { goToNetwork } from '../../features/networks/goToNetwork.js'
import { useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { networksStore } from '../../state/networks.js'
import { sendStore } from '../../state/send.js'
import { activeConnection, sessionStore } from '../../state/session.js'
import { Note } from '../../ui/Note.js'
import { Warnings } from './Warnings.js'

/** An address of another chain family, and the way there. */
function OtherFamily({ family }: { readonly family: NamespaceId }) {
  const dialog = useDialog()
  const t = useT()
  const connection = useDialogStore(sessionStore, activeConnection)
  const networks = useDialogStore(networksStore, (state) => state.networks)
  if (!connection) return null
  const ours = t(familyName(namespaceOf(connection.networkId)))
  const theirs = t(familyName(family))
  const target = networks.find(({ chainNamespace }) => chainNamespace === family)
  return (
    <Note icon="alert" tone="negative" title={t('address.otherFamily', { theirs, ours })}>
      {target && (
        <button type="button" className="btn-inline note-action" onClick={() => goToNetwork(dialog, target)}>
          {t('send.switch', { network: theirs })}
        </button>
      )}
    </Note>
  )
}

/** What is wrong with the receiver, or has to be known of it. */
export function ReceiverNotes({ symbol, network }: { readonly symbol: string; readonly network: string }) {
  const dialog = useDialog()
  const t = useT()
  const { recipient, receiver } = useDialogStore(sendStore)
  if (recipient.status === 'otherFamily') return <OtherFamily family={recipient.family} />
  if (recipient.status === 'invalid') return <Note icon="alert" tone="negative" title={t('address.invalid')} />
  if (recipient.status === 'noName')
    return <Note icon="alert" tone="negative" title={t('send.noName', { name: `\u2066${receiver.trim()}\u2069`, network })} />
  if (recipient.status === 'token') return <Note icon="alert" tone="negative" title={t('send.tokenAddress', { symbol })} />
  if (recipient.status === 'failed')
    return (
      <Note icon="alert" tone="warning" title={t('send.lookupFailed')}>
        <button type="button" className="btn-inline note-action" onClick={() => retryReceiver(dialog)}>
          {t('common.tryAgain')}
        </button>
      </Note>
    )
  return recipient.status === 'known' ? <Warnings recipient={recipient} symbol={symbol} /> : null
}
