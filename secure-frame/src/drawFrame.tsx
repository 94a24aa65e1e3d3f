import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Sdk } from './pages/Sdk.js'
import type { ApprovalActions, SecurityActions, Shell } from './shell/store.js'
import { ShellContext } from './ui/useShell.js'
import './ui/styles.js'

/**
 * Draws what a user has to decide in the document that the dialog frames.
 *
 * @returns takes it away
 */
export function drawFrame(element: HTMLElement, shell: Shell, actions: ApprovalActions & SecurityActions): () => void {
  const root = createRoot(element)
  root.render(
    <StrictMode>
      <ShellContext value={shell}>
        <Sdk actions={actions} />
      </ShellContext>
    </StrictMode>,
  )
  return () => root.unmount()
}
