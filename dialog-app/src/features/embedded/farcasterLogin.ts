import { limits, toWireError } from '@latchkey/protocol'
import { wait } from '../../lib/wait.js'
import { type FarcasterPhase, farcasterStore, initialFarcaster } from '../../state/farcaster.js'
import { uiStore } from '../../state/ui.js'
import { shownView } from '../../state/view.js'
import { acceptLogin, leaveLogin } from './acceptLogin.js'
import { embedded, isEmbeddedConnected, syncDapp } from './embedded.js'
import { type LoginCause, loginFailure } from './loginCause.js'

const isShown = () => uiStore.getState().open && shownView() === 'ConnectingFarcaster'

let attempt = 0

const phases: Readonly<Partial<Record<LoginCause, FarcasterPhase>>> = {
  denied: 'denied',
  expired: 'expired',
  cooldown: 'limited',
  limited: 'limited',
  offline: 'offline',
  unavailable: 'unavailable',
  factor: 'factor',
}

/** Shows a code for Farcaster's app, and waits for the person's approval there. */
export async function startFarcaster(): Promise<void> {
  const mine = ++attempt
  const current = () => mine === attempt
  farcasterStore.setState(initialFarcaster, true)
  const { frame } = embedded()
  try {
    const link = await frame.call('getFarcasterUri', { id: crypto.randomUUID() }, { timeout: limits.loginTimeout })
    if (!current()) return
    farcasterStore.setState({ phase: 'ready', ...link })
    const user = await frame.call('connectFarcaster', { id: crypto.randomUUID() }, { timeout: null })
    if (!current()) return
    const connection = acceptLogin(user)
    farcasterStore.setState({ phase: 'connected' })
    leaveLogin(connection, isShown)
  } catch (error) {
    if (!current()) return
    farcasterStore.setState({ phase: phases[loginFailure(error).cause] ?? 'failed', error: toWireError(error) })
  }
}

/**
 * Leaving without an address: after 100 ms the link is cleared and the frame starts again, then it hears about the page once more. Whatever is
 * asked of it meanwhile waits.
 */
export function leaveFarcaster(): void {
  attempt += 1
  const { frame } = embedded()
  const decide = async () => {
    await wait(limits.farcasterReload)
    if (isEmbeddedConnected() || isShown()) return false
    farcasterStore.setState(initialFarcaster, true)
    return true
  }
  frame.restart(decide).then(
    (restarted) => restarted && syncDapp(frame),
    // The frame that is gone has told its fault itself.
    () => {},
  )
}
