import type { ViewName } from '@latchkey/protocol'
import type { ComponentType } from 'react'
import { type Dialog, perDialog } from '../lib/dialog.js'
import { loadLaterMessages } from '../lib/i18n.js'
import { after } from '../lib/lifetime.js'
import { builtViews } from '../state/view.js'
import { whenDrawn } from '../state/whenDrawn.js'
import { addGlyphs } from '../ui/Icon.js'
import { Connect } from './Connect.js'

const loadLaterGlyphs = async (dialog: Dialog) => addGlyphs(dialog, (await import('../ui/laterGlyphs.js')).laterGlyphs)

/** Where the others are is not in the shell either: it names every file of theirs. */
async function loadLaterView(name: ViewName): Promise<ComponentType> {
  const { laterViews } = await import('./laterViews.js')
  const load = (laterViews as Readonly<Partial<Record<ViewName, (typeof laterViews)[keyof typeof laterViews]>>>)[name]
  if (!load) throw new Error(`There is no view "${name}"`)
  return load()
}

const ready = perDialog(() => new Map<ViewName, ComponentType>([['Connect', Connect]]))

/** The view's component when its chunk is here already. */
export function readyView(dialog: Dialog, name: ViewName): ComponentType | undefined {
  return ready(dialog).get(name)
}

/**
 * Brings a view's component.
 * @throws Error for a view that does not exist, and whatever the browser says when the chunk does not arrive
 */
export async function loadView(dialog: Dialog, name: ViewName): Promise<ComponentType> {
  const here = ready(dialog).get(name)
  if (here) return here
  const [View] = await Promise.all([loadLaterView(name), loadLaterMessages(dialog), loadLaterGlyphs(dialog)])
  ready(dialog).set(name, View)
  return View
}

/** Brings the neighbours of a view, one after another, while the browser has nothing else to do. */
export function prefetchNeighbours(dialog: Dialog, name: ViewName): void {
  if (!navigator.onLine) return
  const idle = globalThis.requestIdleCallback ?? ((run: () => void) => after(dialog, 200, run))
  const wanted = [...(builtViews.get(name)?.next ?? [])]
  const fetchNext = () => {
    const neighbour = wanted.shift()
    // A chunk that does not arrive now is asked for again when it is needed.
    if (neighbour)
      idle(() => {
        loadView(dialog, neighbour)
          .catch(() => {})
          .then(fetchNext)
      })
  }
  whenDrawn(dialog, fetchNext)
}
