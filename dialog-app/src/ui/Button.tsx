import type { ReactNode } from 'react'
import { useT } from '../lib/i18n.js'
import { Icon, type IconName } from './Icon.js'

type ButtonProps = {
  readonly children: ReactNode
  readonly onClick: () => void
  /** One primary per view; soft stands beside it, text under it. */
  readonly kind?: 'primary' | 'soft' | 'danger' | 'text'
  readonly icon?: IconName
  /** What it does is under way. */
  readonly busy?: boolean
  /** Where focus returns to when a user comes back to this view. */
  readonly focusKey?: string
}

const classes = { primary: 'btn', soft: 'btn btn-soft', danger: 'btn btn-soft btn-danger', text: 'btn-text' } as const

/** A button with words. Its label says what will happen. */
export function Button({ children, onClick, kind = 'primary', icon, busy, focusKey }: ButtonProps) {
  return (
    <button
      type="button"
      className={classes[kind]}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      data-focus-key={focusKey}
    >
      {icon && <Icon name={icon} size={20} />}
      <span>{children}</span>
    </button>
  )
}

type LinkButtonProps = {
  readonly children: ReactNode
  readonly href: string
  readonly kind?: 'primary' | 'soft' | 'text'
  readonly onClick?: () => void
}

/** A link that looks like a button: a real link opens inside the tap, so no browser blocks it. */
export function LinkButton({ children, href, kind = 'primary', onClick }: LinkButtonProps) {
  const t = useT()
  return (
    <a className={classes[kind]} href={href} target="_blank" rel="noopener noreferrer" onClick={onClick}>
      <span>{children}</span>
      <Icon name="external" size={20} />
      <span className="visually-hidden">({t('common.newTab')})</span>
    </a>
  )
}

type IconButtonProps = { readonly icon: IconName; readonly label: string; readonly onClick: () => void; readonly focusKey?: string }

/** A button without words: the type demands its label. */
export function IconButton({ icon, label, onClick, focusKey }: IconButtonProps) {
  return (
    <button type="button" className="icon-btn" aria-label={label} onClick={onClick} data-focus-key={focusKey}>
      <Icon name={icon} size={24} />
    </button>
  )
}
