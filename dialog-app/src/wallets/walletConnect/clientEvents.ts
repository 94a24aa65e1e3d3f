import { isNamespaceId, type NamespaceId } from '@latchkey/protocol'
import { modernId } from '../../namespaces/deprecatedIds.js'
import { type Client, keepLinksClosed } from './client.js'
import type { SessionState } from './sessionState.js'

const caip2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/

/** Addresses as wallets send them: plain, or as CAIP-10 ids. */
function readAddresses(data: unknown): string[] {
  const list: unknown[] = Array.isArray(data) ? data : []
  return list.flatMap((entry) => (typeof entry === 'string' ? [entry.slice(entry.lastIndexOf(':') + 1)] : []))
}

/** The network that `chainChanged` names: a CAIP-2 id, a number, or hex. The envelope's id is where the wallet was. */
function readNetwork(namespace: NamespaceId, data: unknown, envelope: string) {
  if (typeof data === 'string' && caip2.test(data)) return modernId(data as `${string}:${string}`)
  if (typeof data === 'number' || (typeof data === 'string' && /^(0x[0-9a-f]+|\d+)$/i.test(data)))
    return `${namespace}:${Number(data)}` as const
  return modernId(envelope as `${string}:${string}`)
}

/** Follows what the wallet does by itself. */
export function followClient(client: Client, state: SessionState): void {
  const isOurs = (topic: string) => state.session?.topic === topic
  client.on('session_update', ({ topic }) => {
    if (isOurs(topic)) state.update(client.session.get(topic))
  })
  client.on('session_event', ({ topic, params: { event, chainId } }) => {
    const namespace = chainId.split(':')[0]
    if (!isOurs(topic) || !isNamespaceId(namespace)) return
    if (event.name === 'accountsChanged') state.choose(namespace, readAddresses(event.data))
    if (event.name === 'chainChanged') state.move(namespace, readNetwork(namespace, event.data, chainId))
  })
  const end = ({ topic }: { topic: string }) => {
    if (isOurs(topic)) state.end()
  }
  client.on('session_delete', end)
  client.on('session_expire', end)
  client.on('session_connect', ({ session }) => void keepLinksClosed(client, session.topic))
}
