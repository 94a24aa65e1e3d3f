import { useEffect } from 'react'

/**
 * For a part that takes the place of another within a view: what was pressed there may be gone. Focus goes on to the title then, as it does to a new view.
 *
 * @param isHere with each time that this becomes true
 */
export function useKeptFocus(isHere = true): void {
  useEffect(() => {
    // Whoever is in the page around the dialog stays there.
    if (isHere && document.activeElement === document.body && document.hasFocus())
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [isHere])
}
