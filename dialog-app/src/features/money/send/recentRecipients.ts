import type { NamespaceId } from '@latchkey/protocol'
import type { Dialog } from '../../../lib/dialog.js'
import { z } from '../../../lib/schema.js'
import { readItem, writeItem } from '../../../lib/storage.js'

/** Whom this browser has sent something to. */
export type RecentRecipient = { readonly address: string; readonly name?: string }

const most = 20
const entry = z.object({ address: z.string().check(z.maxLength(128)), name: z.optional(z.string().check(z.maxLength(255))) })

/** Whom this browser has sent to on a chain family, the newest first. */
export function recentRecipients(dialog: Dialog, namespace: NamespaceId): readonly RecentRecipient[] {
  return (readItem(dialog, 'recipients')?.[namespace] ?? []).flatMap((value) => {
    const parsed = entry.safeParse(value)
    return parsed.success ? [parsed.data as RecentRecipient] : []
  })
}

/** Something was sent to somebody. */
export function addRecent(dialog: Dialog, namespace: NamespaceId, recipient: RecentRecipient): void {
  const others = recentRecipients(dialog, namespace).filter(({ address }) => address !== recipient.address)
  writeItem(dialog, 'recipients', { ...readItem(dialog, 'recipients'), [namespace]: [recipient, ...others].slice(0, most) })
}
