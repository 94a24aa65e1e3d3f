import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.js'

type NoteProps = {
  readonly icon: IconName
  readonly tone?: 'plain' | 'warning' | 'negative'
  readonly title: string
  readonly children?: ReactNode
  /** A button at the end, for instance to hide it. */
  readonly end?: ReactNode
}

/** A sentence at the top of the content: what is the matter and what follows. */
export function Note({ icon, tone = 'plain', title, children, end }: NoteProps) {
  return (
    <div className={`note ${tone}`} role="status">
      <Icon name={icon} size={20} />
      <div className="t-label grow">
        <b>{title}</b>
        {children}
      </div>
      {end}
    </div>
  )
}
