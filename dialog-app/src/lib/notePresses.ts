/** How to carry out what was noted, in order. From then on others listen. */
type Take = () => readonly (() => void)[]
type Noting = Element & { latchkeyTake?: Take | undefined }

/** Where a press goes when what was pressed has been drawn anew. */
function find(root: Element, target: HTMLElement): HTMLElement | null {
  if (target.isConnected) return target
  const key = target.dataset.focusKey
  return key ? root.querySelector<HTMLElement>(`[data-focus-key="${CSS.escape(key)}"]`) : null
}

/**
 * Notes what the user presses in an element, for those who can do it later, and Escape wherever the focus is: before anything has been focused that
 * is the body. Nothing else hears of it until then. Text needs no note: it stands in its field.
 *
 * @param root what is drawn in it later is noted, too, if this listens first. What is noted there already goes on
 */
export function notePresses(root: Noting): Take {
  if (root.latchkeyTake) return root.latchkeyTake
  const noted: (() => void)[] = []
  const note = (event: Event & { key?: string }) => {
    const isClick = event.type === 'click'
    if (!isClick && event.key !== 'Escape') return
    event.preventDefault()
    event.stopImmediatePropagation()
    const at = event.target as HTMLElement
    // A glyph has no click of its own.
    const target = isClick && (at.closest<HTMLElement>('a, button, input, label') ?? at)
    noted.push(() => (target ? find(root, target)?.click() : dispatchEvent(new KeyboardEvent('keydown', event))))
  }
  root.addEventListener('click', note, true)
  addEventListener('keydown', note, true)
  root.latchkeyTake = () => {
    root.removeEventListener('click', note, true)
    removeEventListener('keydown', note, true)
    root.latchkeyTake = undefined
    return noted
  }
  return root.latchkeyTake
}
