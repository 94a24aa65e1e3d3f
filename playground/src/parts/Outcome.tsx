import type { ReactNode } from 'react'
import type { ActionState } from '../actions/useAction.js'

/** What came of it, said politely to a screen reader too. */
export function Outcome<T>({ state, children }: { readonly state: ActionState<T>; readonly children: (value: T) => ReactNode }) {
  return (
    <div className="outcome" role="status">
      {state.status === 'running' ? <p className="muted">{state.note ?? 'Waiting for the wallet…'}</p> : null}
      {state.status === 'failed' ? <p className="failed">{state.error}</p> : null}
      {state.status === 'done' ? children(state.value) : null}
    </div>
  )
}

/** Label and value pairs. Long values wrap; they are code, so they read left to right. */
export function Facts({ facts }: { readonly facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
