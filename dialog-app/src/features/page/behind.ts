import type { Boot, Hello } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { onDestroy } from '../../lib/lifetime.js'
import { readItem } from '../../lib/storage.js'
import { sessionStore } from '../../state/session.js'
import { settingsStore } from '../../state/settings.js'
import { startDirectory } from '../directory/directory.js'
import { startEndLogin } from '../embedded/endLogin.js'
import { addRules } from '../events/dialogEvents.js'
import { rules } from '../navigator/rules.js'
import { handleWalletEvent, startLateReconnect, startPersisting, startSignIns, startTabs } from '../session/sessionRuntime.js'
import { fetchRemoteSettings } from '../settings/remoteSettings.js'
import { startTracking } from '../tracking/watch.js'
import { startLater } from './startLater.js'

/** Runs as soon as something is connected, or was left to be followed by an earlier visit. */
function whenInUse(dialog: Dialog, run: () => void): void {
  const isInUse = () => Object.keys(sessionStore(dialog).getState().connections).length > 0
  if (isInUse() || readItem(dialog, 'transactions')) {
    run()
    return
  }
  const unsubscribe = sessionStore(dialog).subscribe(() => {
    if (!isInUse()) return
    unsubscribe()
    run()
  })
  onDestroy(dialog, unsubscribe)
}

/**
 * All that the first view can be drawn and pressed without, in one file: it is fetched behind that view.
 *
 * @param resumed settles when what was connected before the reload is back
 */
export async function startBehind(dialog: Dialog, boot: Boot, hello: Hello, resumed: Promise<unknown>): Promise<void> {
  addRules(dialog, rules)
  // Before the records are written anew: it reads the old ones.
  startEndLogin(dialog, hello.resume)
  startPersisting(dialog)
  void startSignIns(dialog)
  startLateReconnect(dialog)
  startTabs(dialog, { projectId: boot.projectId, origin: boot.origin })
  startLater(dialog)
  settingsStore(dialog).setState({ pageUrl: hello.page.url })
  startTracking(dialog, hello.page.url)
  void fetchRemoteSettings(dialog)
  void startDirectory(dialog)
  // What an account has is nothing to those who have none.
  whenInUse(dialog, () =>
    import('../balances/balance.js').then(
      ({ startBalance }) => startBalance(dialog),
      () => {},
    ),
  )
  await resumed
  for (const event of hello.events) await handleWalletEvent(dialog, event)
}
