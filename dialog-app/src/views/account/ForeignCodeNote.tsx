import { useEffect, useState } from 'react'
import { actingContract } from '../../features/money/actingContract.js'
import { useT } from '../../lib/i18n.js'
import { useDialog } from '../../lib/useDialog.js'
import type { ActiveConnection } from '../../state/session.js'
import { Note } from '../../ui/Note.js'

/** A contract acts for the key of the embedded wallet (EIP-7702), which never asks for that: somebody else with the key did. One press names it. */
export function ForeignCodeNote({ connection }: { readonly connection: ActiveConnection }) {
  const dialog = useDialog()
  const t = useT()
  const [contract, setContract] = useState<string>()
  const [isShown, setShown] = useState(false)
  const isOurs = connection.wallet.kind === 'embedded'
  const key = isOurs ? connection.accounts.find(({ type }) => type === 'eoa') : undefined
  useEffect(() => {
    let isWanted = true
    setContract(undefined)
    if (key)
      actingContract(dialog, connection, key).then(
        (found) => isWanted && setContract(found),
        // A node that does not answer says nothing.
        () => undefined,
      )
    return () => {
      isWanted = false
    }
  }, [dialog, connection, key])
  if (!contract) return null
  return (
    <Note icon="alert" tone="negative" title={t('account.foreignCode')}>
      <p>{t('account.foreignCodeBody')}</p>
      {isShown ? (
        <p className="mono wrap" dir="ltr">
          {contract}
        </p>
      ) : (
        <button type="button" className="btn-inline note-action" onClick={() => setShown(true)}>
          {t('account.foreignCodeShow')}
        </button>
      )}
    </Note>
  )
}
