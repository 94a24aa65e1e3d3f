import { type ReactNode, useLayoutEffect } from 'react'
import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'
import { useDialog } from '../lib/useDialog.js'

export type HeaderState = {
  readonly title: string
  /** The hostname of the page that asks, with its tick, under the title. */
  readonly host: boolean
  /** In the place of Back, on a root view. */
  readonly start?: ReactNode
}

/** What the view on screen wants in the header. */
export const headerStore = perDialog(() => createStore<HeaderState>(() => ({ title: '', host: false })))

/** Sets the title of the view. One line; it says what this is, never a sentence. */
export function useHeader({ title, host, start }: HeaderState): void {
  const dialog = useDialog()
  useLayoutEffect(() => headerStore(dialog).setState({ title, host, start }), [title, host, start, dialog])
}
