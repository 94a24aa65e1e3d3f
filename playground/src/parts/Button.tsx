import type { ButtonHTMLAttributes } from 'react'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { readonly kind?: 'primary' | 'soft' | 'text'; readonly busy?: boolean }

/** A button that stays focusable while its work goes on. */
export function Button({ kind = 'soft', busy = false, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={`button ${kind}`}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (!busy) onClick?.(event)
      }}
      {...rest}
    >
      {children}
    </button>
  )
}
