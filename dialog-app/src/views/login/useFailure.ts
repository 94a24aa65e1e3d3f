import { alerts } from '@latchkey/protocol'
import { type MessageId, useT } from '../../lib/i18n.js'
import { useDialogStore } from '../../lib/useDialog.js'
import { uiStore } from '../../state/ui.js'
import type { IconName } from '../../ui/Icon.js'
import { useAnnouncement } from '../connecting/useAnnouncement.js'
import { useAppName } from '../useAppName.js'

export type FailureKind =
  | 'offline'
  | 'unavailable'
  | 'unsent'
  | 'factor'
  | 'limited'
  | 'refused'
  | 'expired'
  | 'denied'
  | 'closed'
  | 'unfinished'
  | 'taken'
  | 'quarantine'
  | 'stepUp'
  | 'invalid'
  | 'failed'

const words: Readonly<Record<FailureKind, readonly [title: MessageId, body: MessageId, icon: IconName]>> = {
  offline: ['shell.offlineTitle', 'login.offlineBody', 'offline'],
  unavailable: ['login.unavailableTitle', 'login.unavailableBody', 'alert'],
  unsent: ['login.unsentTitle', 'login.unsentBody', 'alert'],
  factor: ['login.factorTitle', 'login.factorBody', 'lock'],
  limited: ['login.limitedTitle', 'login.limitedBody', 'clock'],
  refused: ['login.refusedTitle', 'login.refusedBody', 'alert'],
  expired: ['login.expiredTitle', 'login.expiredBody', 'clock'],
  denied: ['social.deniedTitle', 'social.deniedBody', 'close'],
  closed: ['social.closedTitle', 'social.closedBody', 'close'],
  unfinished: ['social.unfinishedTitle', 'social.closedBody', 'close'],
  taken: ['emailUpdate.takenTitle', 'emailUpdate.takenBody', 'alert'],
  quarantine: ['emailUpdate.quarantineTitle', 'emailUpdate.quarantineBody', 'clock'],
  stepUp: ['emailUpdate.stepUpTitle', 'emailUpdate.stepUpBody', 'lock'],
  invalid: ['login.failedTitle', 'shell.versionBody', 'alert'],
  failed: ['login.failedTitle', 'login.failedBody', 'alert'],
}

/** What stopped a login, in words, and the glyph that goes with it; null when nothing did. Says it aloud, once. */
export function useFailure(
  phase: string,
  provider = '',
): { readonly kind: FailureKind; readonly title: string; readonly body: string; readonly icon: IconName } | null {
  const t = useT()
  const app = useAppName()
  // That the frame did not load stands above the view already.
  const isTold = useDialogStore(uiStore, ({ alert }) => alert?.title === alerts.iframeLoadFailed) && phase === 'unavailable'
  const kind = !isTold && Object.hasOwn(words, phase) ? (phase as FailureKind) : null
  const [titleId, bodyId, icon] = words[kind ?? 'failed']
  const title = t(titleId, { app, provider })
  const body = t(bodyId, { app, provider })
  useAnnouncement(kind ? title : '', body, true)
  return kind ? { kind, title, body, icon } : null
}
