/** The window that opened this one, when it is of our own origin and still there. Anybody may open our documents; they tell them nothing. */
export function sameOriginOpener(): Window | null {
  try {
    const opener: Window | null = window.opener
    return opener && !opener.closed && opener.location.origin === location.origin ? opener : null
  } catch {
    // Another origin's: its address cannot be read.
    return null
  }
}
