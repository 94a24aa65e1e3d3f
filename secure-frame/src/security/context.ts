import { createContext, useContext, useState } from 'react'
import type { Overview } from '../worker/security/contract.js'
import { Cancelled, type ErrorText, readError } from './errors.js'
import type { AskWallet } from './link.js'

export type PageName =
  | 'home'
  | 'unlock'
  | 'code'
  | 'passkey'
  | 'onlyYou'
  | 'devices'
  | 'permissions'
  | 'rotate'
  | 'export'
  | 'kit'
  | 'log'
  | 'signOut'
  | 'delete'

/** What every page of the window works with. */
export type SecurityTools = {
  readonly call: AskWallet
  readonly overview: Overview
  /** Reads again who can open the wallet. */
  reload(): Promise<void>
  go(page: PageName): void
  back(): void
  /**
   * A fresh proof of the user, at most five minutes old: asks for one when there is none.
   *
   * @throws Cancelled when the user went back; RpcError with the reason 'quarantine' on a device that is too new
   */
  power(): Promise<void>
}

export const SecurityContext = createContext<SecurityTools | null>(null)

/** @throws Error outside the window */
export function useSecurity(): SecurityTools {
  const tools = useContext(SecurityContext)
  if (!tools) throw new Error('Only inside the window for keys and custody.')
  return tools
}

export type Task = {
  readonly busy: boolean
  readonly error: ErrorText | null
  /** Runs one thing at a time. @returns what went wrong; null when nothing did; undefined when the user went back, or something still runs */
  run(work: () => Promise<void>): Promise<ErrorText | null | undefined>
  forget(): void
}

/** Something that a user started: under way, done, or what went wrong. */
export function useTask(): Task {
  const [state, setState] = useState<{ readonly busy: boolean; readonly error: ErrorText | null }>({ busy: false, error: null })
  return {
    ...state,
    async run(work) {
      if (state.busy) return undefined
      setState({ busy: true, error: null })
      try {
        await work()
        setState({ busy: false, error: null })
        return null
      } catch (thrown) {
        const error = thrown instanceof Cancelled ? null : readError(thrown)
        setState({ busy: false, error })
        return error ?? undefined
      }
    },
    forget: () => setState({ busy: false, error: null }),
  }
}
