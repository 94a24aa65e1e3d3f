import { newId } from '@latchkey/protocol'
import type { Dialog } from '../../../lib/dialog.js'
import type { Channel } from '../channel.js'
import type { ClientOptions } from '../client.js'
import { createLocalChannel } from '../localChannel.js'
import type { Locks } from './election.js'
import { createFencedStore } from './fencedStore.js'
import type { Broadcast } from './messages.js'
import { createSharedChannel, type SharedChannel } from './sharedChannel.js'

export type { SharedChannel }

export type SiteChannelOptions = ClientOptions & {
  /** Names the storage that the tabs share. */
  readonly name: string
  readonly locks: Locks
  readonly openBroadcast?: (name: string) => Broadcast
  readonly isVisible?: () => boolean
  readonly heartbeat?: number
}

/** The channel of a page whose storage other tabs of the site use too. */
export function createSiteChannel(
  dialog: Dialog,
  { name, locks, openBroadcast, isVisible, heartbeat, ...client }: SiteChannelOptions,
): SharedChannel {
  const startChannel = async (onLost: () => void): Promise<Channel> => {
    // A new name for each term: a client that this tab had before may not write either.
    const fence = createFencedStore(client.storage, newId(), onLost)
    await fence.take()
    return createLocalChannel(dialog, { ...client, storage: fence.store })
  }
  return createSharedChannel({
    // A new layout of the messages goes over another broadcast channel: tabs with an older build keep to themselves.
    name: `${name}:1`,
    locks,
    startChannel,
    openBroadcast: openBroadcast ?? ((broadcast) => new BroadcastChannel(broadcast)),
    ...(isVisible ? { isVisible } : {}),
    ...(heartbeat === undefined ? {} : { heartbeat }),
  })
}
