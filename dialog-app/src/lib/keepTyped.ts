/** Types a text into a field for React, which takes a field's value for the one that it knows unless it is set behind its back. */
function type(input: HTMLInputElement, text: string): void {
  input.value = ''
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Remembers what stands in the fields of an element, and which of them has the focus, while all of it is drawn anew.
 *
 * @returns puts it into the fields that have taken the place of those; a field that is still there is left alone, in the middle of a word as it may be
 */
export function keepTyped(root: Element): () => void {
  const before = [...root.querySelectorAll('input')].map((field) => ({
    field,
    text: field.value,
    focused: field === document.activeElement,
  }))
  return () => {
    for (const { field, text, focused } of before) {
      const next = field.isConnected ? null : root.querySelector<HTMLInputElement>(`input#${CSS.escape(field.id)}`)
      if (!next) continue
      if (text) type(next, text)
      if (focused) next.focus({ preventScroll: true })
    }
  }
}
