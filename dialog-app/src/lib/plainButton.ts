/**
 * A button for documents that have no framework.
 *
 * @param kind its class
 */
export function plainButton(text: string, kind: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = kind
  element.append(text)
  element.addEventListener('click', onClick)
  return element
}
