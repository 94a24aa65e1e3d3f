import type { ReactNode } from 'react'
import { Icon, type IconName } from '../ui/Icon.js'

/** A line that leads somewhere, or only says something. */
export function Row({
  icon,
  name,
  note,
  end,
  onClick,
}: {
  readonly icon: IconName
  readonly name: string
  readonly note?: string | undefined
  readonly end?: ReactNode
  readonly onClick?: () => void
}) {
  const inner = (
    <>
      <span className="glyph">
        <Icon name={icon} size={20} />
      </span>
      <span className="main">
        <span className="name">{name}</span>
        {note ? <span className="label muted">{note}</span> : null}
      </span>
      {end}
    </>
  )
  return (
    <li>
      {onClick ? (
        <button type="button" className="line" onClick={onClick}>
          {inner}
          <Icon name="next" size={20} />
        </button>
      ) : (
        <div className="line">{inner}</div>
      )}
    </li>
  )
}
