import type { Dialog } from '../../../lib/dialog.js'
import type { ClientOptions } from '../client.js'
import type { Line } from '../line.js'
import { createLocalLine } from '../localLine.js'
import type { Locks } from './election.js'
import { createFencedStore } from './fencedStore.js'
import type { Channel } from './messages.js'
import { createSharedLine, type SharedLine } from './sharedLine.js'

export type { SharedLine }

export type SiteLineOptions = ClientOptions & {
  /** Names the storage that the tabs share. */
  readonly name: string
  readonly locks: Locks
  readonly openChannel?: (name: string) => Channel
  readonly isVisible?: () => boolean
  readonly beat?: number
}

/** The line of a page whose storage other tabs of the site use too. */
export function createSiteLine(dialog: Dialog, { name, locks, openChannel, isVisible, beat, ...client }: SiteLineOptions): SharedLine {
  const startLine = async (onLost: () => void): Promise<Line> => {
    // A new name for each reign: a client that this tab had before may not write either.
    const fence = createFencedStore(client.storage, crypto.randomUUID(), onLost)
    await fence.take()
    return createLocalLine(dialog, { ...client, storage: fence.store })
  }
  return createSharedLine({
    // A new layout of the messages is another channel: tabs with an older build keep to themselves.
    name: `${name}:1`,
    locks,
    startLine,
    openChannel: openChannel ?? ((channel) => new BroadcastChannel(channel)),
    ...(isVisible ? { isVisible } : {}),
    ...(beat === undefined ? {} : { beat }),
  })
}
