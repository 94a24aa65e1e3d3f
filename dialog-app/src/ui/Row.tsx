import type { ReactNode } from 'react'
import { useT } from '../lib/i18n.js'

type RowProps = {
  readonly name: string
  /** Icon at the start, 40 px. */
  readonly start?: ReactNode
  /** Right behind the name. */
  readonly after?: ReactNode
  /** A second, quieter line: a reason or a hint. */
  readonly note?: ReactNode
  readonly end?: ReactNode
  readonly onClick?: (() => void) | undefined
  /** Makes the row a link to another page. */
  readonly href?: string | undefined
  readonly disabled?: boolean
  /** Ledger rows are bare, choices are filled. */
  readonly bare?: boolean
  readonly negative?: boolean
  readonly current?: boolean
  readonly expanded?: boolean
  readonly focusKey?: string
}

function Content({ name, after, start, note, end }: Pick<RowProps, 'name' | 'after' | 'start' | 'note' | 'end'>) {
  return (
    <>
      {start}
      <span className="main">
        <span className="name">
          <bdi>{name}</bdi>
          {after}
        </span>
        {note && <span className="t-label muted">{note}</span>}
      </span>
      {end}
    </>
  )
}

/** One line of a list. A disabled row keeps its place in the tab order, so that its reason is read. */
export function Row({
  onClick,
  href,
  disabled = false,
  bare = false,
  negative = false,
  current,
  expanded,
  focusKey,
  ...content
}: RowProps) {
  const className = ['row', bare ? 'bare' : '', negative ? 'negative' : ''].join(' ').trim()
  const t = useT()
  if (href) {
    return (
      <a className={className} href={href} target="_blank" rel="noopener noreferrer" data-focus-key={focusKey}>
        <Content {...content} />
        <span className="visually-hidden"> ({t('common.newTab')})</span>
      </a>
    )
  }
  return (
    <button
      type="button"
      className={className}
      aria-disabled={disabled || undefined}
      aria-current={current || undefined}
      aria-expanded={expanded}
      data-focus-key={focusKey}
      onClick={disabled ? undefined : onClick}
    >
      <Content {...content} />
    </button>
  )
}

type ListProps = { readonly label: string; readonly busy?: boolean; readonly children: ReactNode }

/** A real list of rows. Children are `<li>`. */
export function List({ label, busy = false, children }: ListProps) {
  return (
    <ul className="list" aria-label={label} aria-busy={busy || undefined}>
      {children}
    </ul>
  )
}

/** A small word at the end of a row. */
export function Badge({ children }: { readonly children: ReactNode }) {
  return <span className="badge">{children}</span>
}
