/**
 * Whether the page is back from a login for which it was left in this tab ({@link leaveTab}), once. Its fragment is then restored: the return
 * address did not have it, because pages may keep private data there.
 *
 * @param key of the tab's own storage
 * @example
 * if (takeReturn('latchkey:shop:left')) modal.open()
 */
export function takeReturn(key: string): boolean {
  try {
    const [page, ...fragment] = (sessionStorage.getItem(key) ?? '').split('#')
    sessionStorage.removeItem(key)
    if (fragment[0] && page === location.href) location.replace(`#${fragment.join('#')}`)
    return !!page
  } catch {
    // The getter itself throws when storage is denied.
    return false
  }
}
