import { limits, newId, toWireError } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { untilDestroyed } from '../../lib/lifetime.js'
import { wait } from '../../lib/wait.js'
import { type FarcasterPhase, farcasterStore, initialFarcaster } from '../../state/farcaster.js'
import { uiStore } from '../../state/ui.js'
import { currentView } from '../../state/view.js'
import { acceptLogin, leaveLogin } from './acceptLogin.js'
import { embedded, isEmbeddedConnected, preferredType, syncDapp } from './embedded.js'
import { type LoginCause, loginFailure } from './loginCause.js'

const isShown = (dialog: Dialog) => uiStore(dialog).getState().open && currentView(dialog) === 'ConnectingFarcaster'

/** What one dialog keeps here. */
type Own = {
  attempt: number
}

const kept = perDialog((): Own => ({ attempt: 0 }))

const phases: Readonly<Partial<Record<LoginCause, FarcasterPhase>>> = {
  denied: 'denied',
  expired: 'expired',
  cooldown: 'limited',
  limited: 'limited',
  offline: 'offline',
  unavailable: 'unavailable',
  factor: 'factor',
  invalid: 'invalid',
}

/** Shows a code for Farcaster's app, and waits for the user's approval there. */
export async function startFarcaster(dialog: Dialog): Promise<void> {
  const own = kept(dialog)
  const mine = ++own.attempt
  const current = () => mine === own.attempt
  farcasterStore(dialog).setState(initialFarcaster, true)
  const { frame } = embedded(dialog)
  try {
    const link = await frame.call('getFarcasterUri', { id: newId() }, { timeout: limits.loginTimeout })
    if (!current()) return
    farcasterStore(dialog).setState({ phase: 'ready', ...link })
    const user = await frame.call('connectFarcaster', { id: newId(), ...preferredType(dialog) }, { timeout: null })
    if (!current()) return
    const connection = acceptLogin(dialog, user)
    farcasterStore(dialog).setState({ phase: 'connected' })
    leaveLogin(dialog, connection, () => isShown(dialog))
  } catch (error) {
    if (!current()) return
    farcasterStore(dialog).setState({ phase: phases[loginFailure(error).cause] ?? 'failed', error: toWireError(error) })
  }
}

/**
 * Leaving without an address: after 100 ms the link is cleared and the frame starts again, then it hears about the page once more. Whatever is
 * asked of it meanwhile waits.
 */
export function leaveFarcaster(dialog: Dialog): void {
  kept(dialog).attempt += 1
  const { frame } = embedded(dialog)
  const decide = async () => {
    await wait(limits.farcasterReload, untilDestroyed(dialog))
    if (isEmbeddedConnected(dialog) || isShown(dialog)) return false
    farcasterStore(dialog).setState(initialFarcaster, true)
    return true
  }
  frame.restart(decide).then(
    (restarted) => restarted && syncDapp(dialog, frame),
    // The failure of the frame was reported already.
    () => {},
  )
}
