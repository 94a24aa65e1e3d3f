/** Where a press goes when what was pressed has been drawn anew. */
function find(root: Element, target: HTMLElement): HTMLElement | null {
  if (target.isConnected) return target
  const key = target.dataset.focusKey
  return key ? root.querySelector<HTMLElement>(`[data-focus-key="${CSS.escape(key)}"]`) : null
}

/**
 * Notes what the user presses in an element, for those who can do it later. Nobody else hears of a click until then. Text needs no note: it stands in
 * its field.
 *
 * @param root what is drawn in it later is noted, too, if this listens first
 * @returns stops it, and returns how to carry out what was noted, in order
 */
export function notePresses(root: Element): () => readonly (() => void)[] {
  const noted: (() => void)[] = []
  const press = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    const at = event.target as HTMLElement
    // A glyph has no click of its own.
    const target = at.closest<HTMLElement>('a, button, input, label') ?? at
    noted.push(() => find(root, target)?.click())
  }
  const noteEscape = ({ key }: Event & { key?: string }) => {
    if (key === 'Escape') noted.push(() => root.firstElementChild?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
  }
  root.addEventListener('click', press, true)
  root.addEventListener('keydown', noteEscape)
  return () => {
    root.removeEventListener('click', press, true)
    root.removeEventListener('keydown', noteEscape)
    return noted.splice(0)
  }
}
