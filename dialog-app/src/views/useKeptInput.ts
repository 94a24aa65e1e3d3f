import { useState } from 'react'
import { perDialog } from '../lib/dialog.js'
import { useDialog } from '../lib/useDialog.js'
import { type ViewEntry, viewStore } from '../state/view.js'

const kept = perDialog(() => new WeakMap<ViewEntry, Readonly<Record<string, unknown>>>())

/**
 * State of a view that is still there when the user comes back to it, and gone with its place in the history: what was typed, what was unfolded.
 *
 * @param name of this state within its view
 */
export function useKeptInput<Value>(name: string, initial: Value): readonly [Value, (value: Value) => void] {
  const dialog = useDialog()
  const [entry] = useState(() => viewStore(dialog).getState().history.at(-1))
  const all = entry && kept(dialog).get(entry)
  const [value, setValue] = useState(() => (all && name in all ? (all[name] as Value) : initial))
  const set = (next: Value) => {
    setValue(next)
    if (entry) kept(dialog).set(entry, { ...kept(dialog).get(entry), [name]: next })
  }
  return [value, set]
}
