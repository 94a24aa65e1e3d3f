import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Shell, ShellState } from '../shell/store.js'

export const ShellContext = createContext<Shell | null>(null)

/** The document's shell, for what has to change it or read it later. @throws Error outside of it */
export function useShell(): Shell {
  const shell = useContext(ShellContext)
  if (!shell) throw new Error('Only inside the document that has a shell.')
  return shell
}

/** What the document draws now. */
export function useShellState(): ShellState {
  const { subscribe, getState } = useShell()
  return useSyncExternalStore(subscribe, getState)
}
