import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { t } from '../shell/i18n.js'
import { Icon } from '../ui/Icon.js'
import { Note } from '../ui/Note.js'
import type { ErrorText } from './errors.js'

/** One page of the window: a title, what it is about, and what can be done. Its title has the focus first, so that it is read. */
export function Screen({
  name,
  title,
  onBack,
  footer,
  onSubmit,
  busy = false,
  children,
}: {
  readonly name: string
  readonly title: string
  readonly onBack?: (() => void) | undefined
  readonly footer?: ReactNode
  readonly onSubmit?: () => void
  readonly busy?: boolean
  readonly children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another page
  useEffect(() => heading.current?.focus(), [title])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSubmit?.()
  }
  return (
    <main className="card security" data-view="Security" data-page={name} aria-busy={busy}>
      <form className="card" onSubmit={submit} noValidate>
        <header className="header">
          {onBack ? (
            <button type="button" className="icon-btn start" aria-label={t('back')} onClick={onBack}>
              <Icon name="back" />
            </button>
          ) : (
            <span />
          )}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <span />
        </header>
        <div className="body">
          <div className="inner">{children}</div>
        </div>
        {footer ? <footer className="footer">{footer}</footer> : null}
      </form>
    </main>
  )
}

/** What went wrong, read aloud at once. */
export function ErrorNote({ error }: { readonly error: ErrorText | null }) {
  return error ? (
    <div data-error={error.reason}>
      <Note tone="neg" title={error.title} text={error.text} />
    </div>
  ) : null
}

/** A page that says that something is done. */
export function Done({
  name,
  title,
  text,
  onDone,
  children,
}: {
  readonly name: string
  readonly title: string
  readonly text: string
  readonly onDone: () => void
  readonly children?: ReactNode
}) {
  return (
    <Screen name={`${name}-done`} title={title} onSubmit={onDone} footer={<Submit label={t('done')} busy={false} />}>
      <span className="hero positive">
        <Icon name="tick" />
      </span>
      <p className="center" role="status">
        {text}
      </p>
      {children}
    </Screen>
  )
}

/** The page's main button. While something is under way it stays where it is and says so. */
export function Submit({
  label,
  busy,
  disabled = false,
  danger = false,
}: {
  readonly label: string
  readonly busy: boolean
  readonly disabled?: boolean
  readonly danger?: boolean
}) {
  return (
    <button type="submit" className={danger ? 'btn danger' : 'btn'} aria-disabled={busy || disabled || undefined} disabled={disabled}>
      {busy ? <span className="ring" aria-hidden="true" /> : null}
      <span>{label}</span>
    </button>
  )
}
