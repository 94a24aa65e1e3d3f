import type { ViewName } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../lib/dialog.js'
import { shownView, viewStore } from './view.js'

type Hook = () => void
const hooks = perDialog(() => new Map<ViewName, Set<Hook>>())
/** What one dialog keeps here. */
type Own = {
  watching: boolean
}

const kept = perDialog((): Own => ({ watching: false }))

/** Runs `hook` whenever the view `name` was shown and no longer is. Gives the way to stop that. */
export function onLeave(dialog: Dialog, name: ViewName, hook: Hook): () => void {
  const own = kept(dialog)
  if (!own.watching) {
    own.watching = true
    viewStore(dialog).subscribe((state, previous) => {
      const left = shownView(previous)
      if (left !== shownView(state)) for (const each of [...(hooks(dialog).get(left) ?? [])]) each()
    })
  }
  const set = hooks(dialog).get(name) ?? new Set()
  hooks(dialog).set(name, set.add(hook))
  return () => set.delete(hook)
}
