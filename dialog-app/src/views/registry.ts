import type { ViewName } from '@latchkey/protocol'
import type { ComponentType } from 'react'
import { type Dialog, perDialog } from '../lib/dialog.js'
import { loadLaterMessages, loadNextMessages } from '../lib/i18n.js'
import { after } from '../lib/lifetime.js'
import { builtViews } from '../state/view.js'
import { whenDrawn } from '../state/whenDrawn.js'
import { addGlyphs } from '../ui/Icon.js'
import { Connect } from './Connect.js'

const loadLaterGlyphs = async (dialog: Dialog) => addGlyphs(dialog, (await import('../ui/laterGlyphs.js')).laterGlyphs)

type Loaders = Readonly<Partial<Record<ViewName, () => Promise<ComponentType>>>>

/** Where the others are is not in the shell either: it names every file of theirs. */
async function loadLaterView(dialog: Dialog, name: ViewName): Promise<ComponentType> {
  const { laterViews, nextViews } = await import('./laterViews.js')
  const next = (nextViews as Loaders)[name]
  const load = next ?? (laterViews as Loaders)[name]
  if (!load) throw new Error(`There is no view "${name}"`)
  const [View] = await Promise.all([load(), next ? loadNextMessages(dialog) : loadLaterMessages(dialog)])
  return View
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
  const [View] = await Promise.all([loadLaterView(dialog, name), loadLaterGlyphs(dialog)])
  ready(dialog).set(name, View)
  return View
}

/** Brings views, one after another, while the browser has nothing else to do. */
function prefetch(dialog: Dialog, [name, ...others]: readonly ViewName[]): void {
  if (!name || !navigator.onLine) return
  const idle = globalThis.requestIdleCallback ?? ((run: () => void) => after(dialog, 200, run))
  idle(() => {
    loadView(dialog, name)
      // A chunk that does not arrive now is asked for again when it is needed.
      .catch(() => {})
      .then(() => prefetch(dialog, others))
  })
}

/** Brings the neighbours of a view, once it was seen. */
export function prefetchNeighbours(dialog: Dialog, name: ViewName): void {
  whenDrawn(dialog, () => prefetch(dialog, builtViews.get(name)?.next ?? []))
}

/** Brings what the dialog opens with when somebody is connected: with what was known, it stands in the first frame. */
export const prefetchAccount = (dialog: Dialog): void => prefetch(dialog, ['Account'])
