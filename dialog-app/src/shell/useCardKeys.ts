import { type RefObject, useLayoutEffect } from 'react'
import { back } from '../features/navigator/view.js'
import { useDialog } from '../lib/useDialog.js'
import { uiStore } from '../state/ui.js'
import { viewStore } from '../state/view.js'
import { keyAction } from './keys.js'

/** Keys for the whole dialog: Escape, Alt+arrow, and typing where there is a search. */
export function useCardKeys(card: RefObject<HTMLElement | null>): void {
  const dialog = useDialog()
  // Before anything else can happen: what was pressed earlier comes right after the view is drawn.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const search = card.current?.querySelector<HTMLInputElement>('.pane:not(.ghost) [data-search]')
      const typing = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox'
      const action = keyAction(event, { typing, search: Boolean(search), rtl: uiStore(dialog).getState().dir === 'rtl' })
      if (!action) return
      // A letter still has to arrive in the field that gets focus now.
      if (action !== 'type') event.preventDefault()
      if (action === 'up') back(dialog)
      else if (action === 'back') {
        if (viewStore(dialog).getState().history.length > 1) back(dialog)
      } else search?.focus()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [card, dialog])
}
