import type { NamespaceId } from '@latchkey/protocol'
import { useEffect, useId, useRef, useState } from 'react'
import { longestLabel, renameAccount, useLabel } from '../../features/profile/labels.js'
import { useT } from '../../lib/i18n.js'
import { useDialog } from '../../lib/useDialog.js'
import { Button } from '../../ui/Button.js'
import { FormView } from '../../ui/templates.js'

type RenameFormProps = { readonly namespace: NamespaceId; readonly address: string; readonly wallet: string; readonly onDone: () => void }

/** A name of the user's own for an account. Empty means the wallet's. */
export function RenameForm({ namespace, address, wallet, onDone }: RenameFormProps) {
  const dialog = useDialog()
  const t = useT()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const label = useLabel(namespace, address)
  const [name, setName] = useState(label ?? '')
  useEffect(() => {
    // Not every browser focuses a field whose text it selects.
    field.current?.focus()
    field.current?.select()
  }, [])
  const save = (value: string) => {
    renameAccount(dialog, namespace, address, value)
    onDone()
  }
  return (
    <FormView
      title={t('profile.rename')}
      onSubmit={() => save(name)}
      footer={
        <>
          <Button onClick={() => save(name)}>{t('profile.save')}</Button>
          <Button kind="text" onClick={label ? () => save('') : onDone}>
            {t(label ? 'profile.reset' : 'common.cancel')}
          </Button>
        </>
      }
    >
      <div className="field">
        <div className="in">
          <label htmlFor={id}>{t('profile.renameLabel')}</label>
          <input
            ref={field}
            id={id}
            value={name}
            placeholder={wallet}
            maxLength={longestLabel}
            autoComplete="off"
            spellCheck={false}
            aria-describedby={`${id}-hint`}
            onChange={(event) => setName(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              event.preventDefault()
              event.stopPropagation()
              onDone()
            }}
          />
        </div>
      </div>
      <p className="t-label muted" id={`${id}-hint`}>
        {t('profile.renameHint')}
      </p>
    </FormView>
  )
}
