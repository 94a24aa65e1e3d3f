import { readBoot } from './shell/boot.js'
import { drawWhenNeeded } from './shell/drawWhenNeeded.js'
import { showTheme } from './shell/showTheme.js'
import { startSdk } from './shell/startSdk.js'
import { createShell } from './shell/store.js'

/**
 * The composition root of the document that the dialog frames: the Worker with the keys, and the Bridge to the dialog. It draws nothing until a user
 * has to decide, so what draws is loaded apart.
 *
 * @returns ends the document: what it drew, and what runs behind it
 */
export function startFrame(element: HTMLElement): () => void {
  const shell = createShell()
  const { actions, connected, destroy } = startSdk(readBoot(), shell)
  const load = async () => {
    const { drawFrame } = await import('./drawFrame.js')
    return () => drawFrame(element, shell, actions)
  }
  const stops = [showTheme(shell), drawWhenNeeded(shell, load, connected), destroy]
  return () => {
    for (const stop of stops.splice(0)) stop()
  }
}
