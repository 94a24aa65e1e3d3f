import type { AccountChange } from '@latchkey/protocol'
import { accountChange, toldChains } from '@latchkey/protocol/schemas/money'
import type { Dialog } from '../lib/dialog.js'
import { apiUrl, commonQuery } from './http.js'

type Listeners = {
  readonly onOpen: () => void
  /** From now on it tells of these networks (CAIP-2), and of no others. */
  readonly onChains: (chains: readonly string[]) => void
  readonly onChange: (change: AccountChange) => void
  /**
   * Nothing more is heard.
   *
   * @param isRefused the server answered without a stream: it has none for this address, or none left
   */
  readonly onEnd: (isRefused: boolean) => void
}

/**
 * `GET /v1/account/{address}/changes`: what happens to an address, as it happens (server-sent events). A stream that ends stays ended: the browser
 * would come back every few seconds, together with everybody else's.
 *
 * @returns ends it
 */
export function openChanges(dialog: Dialog, address: string, { onOpen, onChains, onChange, onEnd }: Listeners): () => void {
  const query = new URLSearchParams(commonQuery(dialog))
  const source = new EventSource(apiUrl(dialog, `/v1/account/${encodeURIComponent(address)}/changes?${query}`))
  let isOpen = false
  source.onopen = () => {
    isOpen = true
    onOpen()
  }
  source.onerror = () => {
    // Browsers give up at once for any answer that is no stream, 204 too (HTML, section 9.2); of a server that does not answer they try another time.
    const isRefused = !isOpen && source.readyState === EventSource.CLOSED
    source.close()
    onEnd(isRefused)
  }
  const hear = (event: string, tell: (data: unknown) => void) =>
    source.addEventListener(event, ({ data }: MessageEvent<string>) => {
      try {
        tell(JSON.parse(data))
      } catch {
        // Of another version: whatever it says, the next poll sees it.
      }
    })
  hear('chains', (data) => onChains(toldChains(data).chains))
  hear('change', (data) => onChange(accountChange(data)))
  return () => source.close()
}
