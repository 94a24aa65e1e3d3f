/** The page that was left for a login in its own tab. */
type WayBack = { readonly flow: string; readonly url: string }

/* In this tab's own storage of this origin: neither the page nor another tab reads it, and it needs no server. */
const key = 'latchkey-way-back'

/**
 * Keeps where a login leads back to.
 *
 * @throws DOMException where the browser keeps nothing
 */
export function keepWayBack(way: WayBack): void {
  sessionStorage.setItem(key, JSON.stringify(way))
}

/**
 * Where a login leads back to, when it was begun in this tab.
 *
 * @param flow of the login; null when the server does not know it any more
 */
export function readWayBack(flow: string | null): string | undefined {
  try {
    const way = JSON.parse(sessionStorage.getItem(key) ?? 'null') as WayBack | null
    return way && (flow === null || way.flow === flow) ? way.url : undefined
  } catch {
    return undefined
  }
}

/** Goes there. The page that is left has no way to be come back to: what it had was for once. */
export function goBackTo(url: string): void {
  sessionStorage.removeItem(key)
  location.replace(url)
}
