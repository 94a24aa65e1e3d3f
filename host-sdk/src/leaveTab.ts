import { codes, errors, leavePath, RpcError } from '@latchkey/protocol'

/**
 * Goes to the provider of a login in this tab, over the dialog's own origin: no address comes from the frame. What it says is behind the `#`, which is in no
 * request; the page's own fragment stays here.
 *
 * @param key of the tab's own storage, which remembers that the page was left
 * @param origin the dialog's
 * @param flow id of the login
 * @throws RpcError -32002 where the browser keeps nothing: the page would not know that it is back
 * @example
 * leaveTab('latchkey:shop:left', 'https://dialog.example.com', 'q83vEjRWeJCrze8SNFZ4kA')
 */
export function leaveTab(key: string, origin: string, flow: string): void {
  const { href } = location
  try {
    sessionStorage.setItem(key, href)
  } catch {
    throw new RpcError(codes.resourceUnavailable, errors.socialFailed)
  }
  // The browser's Back brings the page as it was, with its dialog: it is not to open once more.
  addEventListener('pageshow', ({ persisted }) => persisted && sessionStorage.removeItem(key), { once: true })
  location.assign(`${origin}${leavePath}#${new URLSearchParams({ flow, back: `${href.split('#')[0]}` })}`)
}
