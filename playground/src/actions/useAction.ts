import { useRef, useState } from 'react'
import { describeError } from '../log/loggedProvider.js'

export type ActionState<T> =
  | { readonly status: 'idle' }
  | { readonly status: 'running'; readonly note?: string }
  | { readonly status: 'done'; readonly value: T }
  | { readonly status: 'failed'; readonly error: string }

/** Work that may show a note while it goes on. */
type Work<T> = (note: (text: string) => void) => Promise<T>

/** Runs one thing at a time and keeps its outcome. The returned function starts the work it is given, or does nothing while other work goes on. */
export function useAction<T>(): readonly [ActionState<T>, (work: Work<T>) => void] {
  const [state, setState] = useState<ActionState<T>>({ status: 'idle' })
  const busy = useRef(false)
  const start = (work: Work<T>) => {
    if (busy.current) return
    busy.current = true
    setState({ status: 'running' })
    work((note) => setState({ status: 'running', note }))
      .then(
        (value) => setState({ status: 'done', value }),
        (error: unknown) => setState({ status: 'failed', error: describeError(error) }),
      )
      .finally(() => {
        busy.current = false
      })
  }
  return [state, start]
}
