import { type ChangeEvent, type FormEvent, useId, useState } from 'react'
import { t } from '../shell/i18n.js'
import type { Transfer } from '../worker/approve/content.js'
import { isTyped, typedLength } from '../worker/approve/place.js'
import type { Typed } from '../worker/contract.js'

/** Ways to fill a field without typing, and so without having read what is sent. */
const isBrought = (event: InputEvent) => /Paste|Drop|Yank|Replacement/.test(event.inputType)
const nothing: Typed = { amount: '', recipient: '' }

/**
 * What the user has typed of a transfer, anew for each thing that is approved.
 *
 * @param digest what would be signed
 * @param transfer what has to be typed; undefined: nothing
 */
export function useTypedTransfer(digest: string | null, transfer: Transfer | undefined) {
  const [state, setState] = useState({ digest, typed: nothing })
  const typed = state.digest === digest ? state.typed : nothing
  return {
    typed,
    matches: transfer !== undefined && isTyped(typed, transfer),
    type: (change: Partial<Typed>) => setState({ digest, typed: { ...typed, ...change } }),
  }
}

type FieldProps = {
  readonly name: keyof Typed
  readonly label: string
  readonly value: string
  readonly length: number
  readonly numeric?: boolean
  type(value: string): void
}

function Field({ name, label, value, length, numeric, type }: FieldProps) {
  const field = useId()
  const change = ({ nativeEvent, target }: ChangeEvent<HTMLInputElement>) => {
    if (nativeEvent.isTrusted && document.hasFocus()) type(target.value)
  }
  const keepOut = (event: FormEvent<HTMLInputElement>) => {
    if (isBrought(event.nativeEvent as InputEvent)) event.preventDefault()
  }
  return (
    <div className="stack">
      <label className="label" htmlFor={field}>
        {label}
      </label>
      <input
        id={field}
        className="field mono"
        value={value}
        onChange={change}
        onBeforeInput={keepOut}
        onPaste={(event) => event.preventDefault()}
        onDrop={(event) => event.preventDefault()}
        maxLength={length}
        inputMode={numeric ? 'decimal' : 'text'}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        data-testid={`typed-${name}`}
      />
    </div>
  )
}

/**
 * Consent where no window opens and nothing tells what covers this frame: the user types how much is sent, and to whom. Neither stands beside the
 * fields, so that it has to be read in the request: who covers that has the user type something else.
 */
export function TypedTransfer({ typed, type }: Pick<ReturnType<typeof useTypedTransfer>, 'typed' | 'type'>) {
  return (
    <fieldset className="stack gap typed">
      <legend className="label">{t('typed.label')}</legend>
      <div className="typed-fields">
        <Field name="amount" label={t('row.amount')} value={typed.amount} length={100} numeric type={(amount) => type({ amount })} />
        <Field
          name="recipient"
          label={t('typed.recipient', { length: typedLength })}
          value={typed.recipient}
          length={typedLength}
          type={(recipient) => type({ recipient })}
        />
      </div>
    </fieldset>
  )
}
