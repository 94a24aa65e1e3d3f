import type { FocusEvent } from 'react'

/** A turnstile at either end of the dialog: it never keeps focus, it hands it on. */
export function Sentinel({ onFocus }: { readonly onFocus: (event: FocusEvent) => void }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing can be done with it
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it Tab would leave the dialog for the page beneath
    <span data-sentinel tabIndex={0} onFocus={onFocus} />
  )
}
