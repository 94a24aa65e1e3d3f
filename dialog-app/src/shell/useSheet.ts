import { useSyncExternalStore } from 'react'
import { useDialogStore } from '../lib/useDialog.js'
import { type UiState, uiStore } from '../state/ui.js'

/** A phone held upright, or any screen without room for a card that is used with fingers. */
const query = '(max-width: 479.98px), (pointer: coarse) and (max-height: 559.98px)'

/**
 * Whether the dialog is a sheet.
 *
 * @param viewport of the page: a frame that is not displayed has no size of its own yet
 */
export function isSheet(viewport: UiState['viewport']): boolean {
  if (innerWidth > 0 || !viewport) return matchMedia(query).matches
  return viewport.width < 480 || (viewport.height < 560 && matchMedia('(pointer: coarse)').matches)
}

/** Hears of another answer. */
export function watchSheet(listener: () => void): () => void {
  const list = matchMedia(query)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** True when the dialog is a sheet at the bottom and not a floating card. */
export function useSheet(): boolean {
  const viewport = useDialogStore(uiStore, (state) => state.viewport)
  const read = () => isSheet(viewport)
  return useSyncExternalStore(watchSheet, read, read)
}
