import { type CaipNetworkId, isNamespaceId, type NamespaceId, readProperty } from '@latchkey/protocol'
import { modernId } from '../../namespaces/deprecatedIds.js'
import type { Channel, ChannelEvent } from './channel.js'
import type { SessionState } from './sessionState.js'

const caip2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/

/** The addresses in what wallets send: a list or one, plain, as CAIP-10 ids, or in an object that names them. */
function readAddresses(data: unknown): string[] {
  if (Array.isArray(data)) return data.flatMap(readAddresses)
  if (typeof data === 'string') return [data.slice(data.lastIndexOf(':') + 1)]
  const named = readProperty(data, 'accounts') ?? readProperty(data, 'address')
  return named === undefined ? [] : readAddresses(named)
}

/**
 * The network that `chainChanged` names: a CAIP-2 id, a number or hex, alone, in a list, or as the `chainId` of an object. What is not understood
 * leaves the envelope's id, which the wallet wrote, too.
 */
function readNetwork(namespace: NamespaceId, data: unknown, envelope: string): CaipNetworkId {
  const value = Array.isArray(data) ? data[0] : data
  const named = readProperty(value, 'chainId') ?? readProperty(value, 'networkId') ?? value
  if (typeof named === 'string' && caip2.test(named)) return modernId(named as CaipNetworkId)
  if (typeof named === 'number' || (typeof named === 'string' && /^(0x[0-9a-f]+|\d+)$/i.test(named))) return `${namespace}:${Number(named)}`
  return modernId(envelope as CaipNetworkId)
}

/**
 * Follows what the wallet does by itself, and what a user does in other tabs.
 *
 * @param isOurs whether a session was proposed in this tab: then whoever proposed it knows
 */
export function followChannel(channel: Pick<Channel, 'subscribe' | 'call'>, state: SessionState, isOurs: (token: string) => boolean): void {
  /** Takes over what is connected now. */
  async function sync(): Promise<void> {
    if (!state.session) return
    const [latest] = await channel.call('sessions', null)
    const { session } = state
    if (!session) return
    if (!latest) state.end()
    else if (latest.topic !== session.topic) state.replace(latest)
    // Also where the wallet shares the same: the user may have chosen another of its accounts meanwhile.
    else state.update(latest)
  }
  const handle = (event: ChannelEvent) => {
    // A client that cannot be started says so to whoever asks for something.
    if (event.type === 'sync') return void sync().catch(() => undefined)
    if (event.type === 'settled') {
      // A tab without a session learns of the connection by the site's records.
      if (state.session && !isOurs(event.token)) state.replace(event.session)
      return
    }
    const topic = event.type === 'updated' ? event.session.topic : event.topic
    if (state.session?.topic !== topic) return
    switch (event.type) {
      case 'updated':
        return state.update(event.session)
      case 'ended':
        return state.end()
      case 'dropped':
        return void state.drop(event.namespace)
      case 'moved':
        return state.follow(event.namespace, event.networkId)
      case 'event': {
        const { name, data, chainId } = event
        const namespace = chainId.split(':')[0]
        if (!isNamespaceId(namespace)) return
        if (name === 'accountsChanged') state.choose(namespace, readAddresses(data))
        if (name === 'chainChanged') state.move(namespace, readNetwork(namespace, data, chainId))
      }
    }
  }
  channel.subscribe(handle)
}
