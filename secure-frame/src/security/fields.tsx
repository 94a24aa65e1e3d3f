import { useId } from 'react'
import { t } from '../shell/i18n.js'
import { digitsOf } from '../worker/approve/numbers.js'

type Props = { readonly value: string; readonly onChange: (value: string) => void; readonly label?: string }

/** A recovery code as users type it: any case, with or without dashes. Not kept by the browser. */
export function CodeField({ value, onChange, label }: Props) {
  const id = useId()
  return (
    <div className="stack">
      <label className="label" htmlFor={id}>
        {label ?? t('code.field')}
      </label>
      <input
        id={id}
        className="field mono"
        dir="ltr"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        aria-describedby={`${id}-hint`}
      />
      <span id={`${id}-hint`} className="label muted">
        {t('code.hint')}
      </span>
    </div>
  )
}

/** Six digits from a mail. */
export function DigitsField({ value, onChange }: Props) {
  const id = useId()
  return (
    <div className="stack">
      <label className="label" htmlFor={id}>
        {t('stepUp.field')}
      </label>
      <input
        id={id}
        className="field digits mono"
        dir="ltr"
        value={value}
        onChange={(event) => onChange(digitsOf(event.target.value).slice(0, 6))}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
    </div>
  )
}

/** A sentence that has to be agreed to. */
export function Agree({
  checked,
  onChange,
  text,
}: {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly text: string
}) {
  return (
    <label className="agree">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>{text}</span>
    </label>
  )
}
