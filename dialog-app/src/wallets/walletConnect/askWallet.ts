import type { ChannelCalls } from './channel.js'
import type { Client } from './client.js'

type Sent = { readonly request: object; readonly id: number }

/**
 * Sends a request to the wallet and waits for its answer.
 *
 * @param onId hears the id as soon as there is one, and again once the relay has the request. The library tells neither to who asks, but
 *   keeps what it is about to send, with the very parameters it was given.
 */
export async function askWallet(
  client: Client,
  call: ChannelCalls['ask']['params'],
  onId: (id: number, sent: boolean) => void,
): Promise<unknown> {
  const { history } = client.core
  const request = { ...call.request }
  const created = (record: { readonly id: number; readonly request: { readonly params?: { readonly request?: typeof request } } }) => {
    const made = record.request.params?.request
    if (made?.method === request.method && made.params === request.params) onId(record.id, false)
  }
  const sent = (event: Sent) => {
    if (event.request === request) onId(event.id, true)
  }
  history.on('history_created', created)
  client.events.on('session_request_sent', sent)
  try {
    return await client.request<unknown>({ ...call, request })
  } finally {
    history.off('history_created', created)
    client.events.off('session_request_sent', sent)
  }
}
