import { useEffect, useId, useRef } from 'react'

/** The way out when the clipboard is closed to us: the text, selected, in a field one can copy from. */
export function CopyField({ label, value }: { readonly label: string; readonly value: string }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <div className="field">
      <div className="in">
        <label htmlFor={id}>{label}</label>
        <input id={id} ref={input} readOnly value={value} dir="ltr" className="mono" onFocus={(event) => event.currentTarget.select()} />
      </div>
    </div>
  )
}
