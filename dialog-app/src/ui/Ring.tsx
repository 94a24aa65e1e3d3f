import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.js'

export type RingState =
  /** Waiting for somebody: the line runs. */
  | 'run'
  /** Done: the line closes, then the tick draws. */
  | 'full'
  /** Broken, red. */
  | 'stop'
  /** Somebody else's turn, amber. */
  | 'wait'
  | 'idle'

type RingProps = {
  readonly state: RingState
  /** The line follows the shape of what it surrounds. */
  readonly shape?: 'squircle' | 'circle'
  readonly mark?: { readonly icon: IconName; readonly tone?: 'negative' | 'warning' | 'positive' }
  readonly children: ReactNode
}

/** Progress around a hero icon. The sentence beside it says the same in words. */
export function Ring({ state, shape = 'squircle', mark, children }: RingProps) {
  const box = shape === 'circle' ? { x: 2, y: 2, width: 92, height: 92, rx: 46 } : { x: 2, y: 2, width: 92, height: 92, rx: 26 }
  return (
    <div className={`ring ${state}`}>
      <svg className="r" viewBox="0 0 96 96" aria-hidden="true">
        <rect className="track" {...box} pathLength={100} />
        <rect className="line" {...box} pathLength={100} />
      </svg>
      {children}
      {mark && (
        <span className={`mark ${mark.tone ?? ''}`}>
          <Icon name={mark.icon} size={16} />
        </span>
      )}
    </div>
  )
}
