import { useEffect, useRef } from 'react'
import { useT } from '../../lib/i18n.js'

const length = 6

type OtpInputProps = {
  readonly value: string
  readonly state: 'typing' | 'busy' | 'bad' | 'ok'
  readonly describedBy: string
  readonly onChange: (value: string) => void
  /** Six digits are there. */
  readonly onFull: (value: string) => void
}

/**
 * Six cells that are painted; the one input over them takes typing, paste and the mail's autofill, and is what is read aloud.
 */
export function OtpInput({ value, state, describedBy, onChange, onFull }: OtpInputProps) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (state === 'typing' || state === 'bad') input.current?.focus({ preventScroll: true })
  }, [state])
  const change = (typed: string) => {
    if (state === 'busy' || state === 'ok') return
    const digits = typed
      // What keyboards of Arabic and Persian write.
      .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16))
      .replace(/\D/g, '')
      .slice(0, length)
    onChange(digits)
    if (digits.length === length && digits !== value) onFull(digits)
  }
  return (
    <div className={`otp ${state}`} dir="ltr">
      <input
        ref={input}
        className="otp-input"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\d*"
        aria-label={t('login.codeLabel')}
        aria-describedby={describedBy}
        aria-invalid={state === 'bad'}
        aria-busy={state === 'busy'}
        readOnly={state === 'busy' || state === 'ok'}
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {Array.from({ length }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: six places that never change
        <i key={index} aria-hidden="true" className={index === Math.min(value.length, length - 1) ? 'now' : ''}>
          {value[index]}
        </i>
      ))}
    </div>
  )
}
