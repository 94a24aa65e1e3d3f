import { createContext, useContext, useState } from 'react'
import type { Calls } from '../shell/callOver.js'
import type { Overview, SecurityApi } from '../worker/security/contract.js'
import { Cancelled, readTrouble, type Trouble } from './trouble.js'

export type PageName =
  | 'home'
  | 'unlock'
  | 'code'
  | 'passkey'
  | 'onlyYou'
  | 'devices'
  | 'rotate'
  | 'export'
  | 'kit'
  | 'log'
  | 'signOut'
  | 'delete'

/** What every page of the window works with. */
export type SecurityTools = {
  readonly call: Calls<SecurityApi>['call']
  readonly overview: Overview
  /** Reads again who can open the wallet. */
  reload(): Promise<void>
  go(page: PageName): void
  back(): void
  /**
   * A fresh proof of the person, at most five minutes old: asks for one when there is none.
   *
   * @throws Cancelled when the person went back; RpcError with the reason 'quarantine' on a device that is too new
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
  readonly trouble: Trouble | null
  /** Runs one thing at a time. @returns whether it worked */
  run(work: () => Promise<void>): Promise<boolean>
  forget(): void
}

/** Something that a person started: under way, done, or what went wrong. */
export function useTask(): Task {
  const [state, setState] = useState<{ readonly busy: boolean; readonly trouble: Trouble | null }>({ busy: false, trouble: null })
  return {
    ...state,
    async run(work) {
      if (state.busy) return false
      setState({ busy: true, trouble: null })
      try {
        await work()
        setState({ busy: false, trouble: null })
        return true
      } catch (error) {
        setState({ busy: false, trouble: error instanceof Cancelled ? null : readTrouble(error) })
        return false
      }
    },
    forget: () => setState({ busy: false, trouble: null }),
  }
}
