import type { Dialog } from '../../../lib/dialog.js'
import { untilDestroyed } from '../../../lib/lifetime.js'

const lockName = (id: string) => `latchkey:transaction:${id}`
/** Not every browser has locks, and some refuse them to frames without storage. */
const locks = () => ('locks' in navigator ? navigator.locks : undefined)

/** Shows other tabs that the wallet is being asked here, until `work` is done. Never throws. */
export function holdWhile(dialog: Dialog, id: string, work: Promise<unknown>): void {
  const done = work.then(
    () => undefined,
    () => undefined,
  )
  locks()
    ?.request(lockName(id), { signal: untilDestroyed(dialog) }, () => done)
    .catch(() => undefined)
}

/** Whether a tab that is still there asks the wallet. Without locks nobody can tell: then none does. */
export async function isHeld(id: string): Promise<boolean> {
  try {
    return (await locks()?.request(lockName(id), { ifAvailable: true }, (lock) => lock === null)) ?? false
  } catch {
    return false
  }
}
