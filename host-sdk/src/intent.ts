const attribute = 'data-latchkey-open'

/**
 * Elements with `data-latchkey-open` open the dialog on a click, and announce it before: pointer over, focus on, touch of.
 *
 * @param isMeant whether the attribute's value (a project id, or empty) means this instance
 * @returns unsubscribe
 */
export function watchIntent(isMeant: (value: string) => boolean, onIntent: () => void, onOpen: (opener: HTMLElement) => void): () => void {
  const handler = (event: Event) => {
    // The path and not the target: openers may live in a shadow tree.
    const opener = event.composedPath().find((node): node is HTMLElement => node instanceof Element && node.hasAttribute(attribute))
    // JSX without a value is "true".
    if (opener && isMeant((opener.getAttribute(attribute) ?? '').replace(/^true$/, '')))
      (event.type === 'click' ? onOpen : onIntent)(opener)
  }
  const events = ['pointerover', 'focusin', 'touchstart', 'click']
  for (const name of events) addEventListener(name, handler, { passive: true })
  return () => {
    for (const name of events) removeEventListener(name, handler)
  }
}
