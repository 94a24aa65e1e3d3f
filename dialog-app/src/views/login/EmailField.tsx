import { type Ref, useId } from 'react'
import { commonEndings, suggestEmail } from '../../lib/email.js'
import { useT } from '../../lib/i18n.js'
import { Icon } from '../../ui/Icon.js'
import { Rich } from '../../ui/Rich.js'

type EmailFieldProps = {
  readonly value: string
  /** The address was left, or sent, and is none. */
  readonly bad: boolean
  readonly label?: string
  readonly inputRef?: Ref<HTMLInputElement>
  readonly onChange: (value: string) => void
  readonly onLeave: () => void
}

/** One address. Its endings are offered after the "@"; what looks like a slip is asked about, never mended by itself. */
export function EmailField({ value, bad, label, inputRef, onChange, onLeave }: EmailFieldProps) {
  const t = useT()
  const id = useId()
  const typing = value.endsWith('@')
  const meant = bad || value.includes('.') ? suggestEmail(value) : undefined
  return (
    <>
      <div className={`field ${bad ? 'is-bad' : ''}`}>
        <div className="in">
          <label htmlFor={id}>{label ?? t('login.email')}</label>
          <input
            id={id}
            ref={inputRef}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="off"
            spellCheck={false}
            dir="ltr"
            placeholder="you@example.com"
            value={value}
            aria-invalid={bad}
            aria-describedby={bad ? `${id}-why` : undefined}
            onChange={(event) => onChange(event.currentTarget.value)}
            onBlur={onLeave}
          />
        </div>
      </div>
      {bad && (
        <p id={`${id}-why`} className="hint t-label negative">
          <Icon name="alert" size={16} />
          <span>{t('login.invalid')}</span>
        </p>
      )}
      {typing && (
        <div className="chips-fit" dir="ltr">
          {commonEndings.map((ending) => (
            <button key={ending} type="button" onClick={() => onChange(value.slice(0, -1) + ending)}>
              {ending}
            </button>
          ))}
        </div>
      )}
      {meant && (
        <button type="button" className="row" onClick={() => onChange(meant)}>
          <span className="main">
            <span>
              <Rich id="login.didYouMean" values={{ email: meant }} parts={[<bdi key="email" dir="ltr" className="strong" />]} />
            </span>
          </span>
          <span className="btn-inline">{t('login.useIt')}</span>
        </button>
      )}
    </>
  )
}
