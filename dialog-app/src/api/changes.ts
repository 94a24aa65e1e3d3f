import type { AccountChange } from '@latchkey/protocol'
import { accountChange } from '@latchkey/protocol/schemas/money'
import type { Dialog } from '../lib/dialog.js'
import { apiUrl, commonQuery } from './http.js'

type Listeners = {
  readonly onOpen: () => void
  readonly onChange: (change: AccountChange) => void
  /** The stream ended, or there is none: nothing more is heard. */
  readonly onEnd: () => void
}

/**
 * `GET /v1/account/{address}/changes`: what happens to an address, as it happens (server-sent events). A stream that ends stays ended: the browser
 * would come back every few seconds, together with everybody else's.
 *
 * @returns ends it
 */
export function openChanges(dialog: Dialog, address: string, { onOpen, onChange, onEnd }: Listeners): () => void {
  const query = new URLSearchParams(commonQuery(dialog))
  const source = new EventSource(apiUrl(dialog, `/v1/account/${encodeURIComponent(address)}/changes?${query}`))
  source.onopen = onOpen
  source.onerror = () => {
    source.close()
    onEnd()
  }
  source.addEventListener('change', ({ data }: MessageEvent<string>) => {
    try {
      onChange(accountChange(JSON.parse(data)))
    } catch {
      // Of another version: whatever it says, the next poll sees it.
    }
  })
  return () => source.close()
}
