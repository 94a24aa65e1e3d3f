import type { PlaygroundChain, PlaygroundConfig } from '../config.js'
import type { Modal, ModalAccount } from '../sdk/modal.js'

/** What an action of a family has to do with. */
export type ActionContext = {
  readonly modal: Modal
  readonly config: PlaygroundConfig
  readonly account: ModalAccount
  /** The first of the page's networks of this family. */
  readonly chain: PlaygroundChain
  /** Says how far it is. */
  readonly note: (text: string) => void
}

/** What came of it, in the order in which a user reads it. `passed` is what the page found out by itself. */
export type ActionResult = {
  readonly passed: boolean
  readonly sentence: string
  readonly facts: readonly (readonly [label: string, value: string])[]
}

/** What a page can do with the wallet of a family. */
export type FamilyActions = {
  readonly signMessage: (context: ActionContext, message: string) => Promise<ActionResult>
  readonly second: (context: ActionContext) => Promise<ActionResult>
}

/** The verdict over a signature. */
export const verdict = (passed: boolean, facts: ActionResult['facts']): ActionResult => ({
  passed,
  sentence: passed ? 'Verified: made by the connected account' : 'Made by another account',
  facts,
})
