import type { Boot, FirstHello } from '@latchkey/protocol'

/** What a document drew before the code of its dialog ran, and what it was drawn from. */
export type First = {
  readonly boot: Boot
  readonly hello: FirstHello
  /** Ids of the wallets that were used last in this browser, newest first. */
  readonly recent: readonly string[]
  /** Whether the browser had a network. */
  readonly online: boolean
  /** Draws it anew where the screen has changed. From now on React draws. */
  settle(): void
}

type Drawn = Element & { latchkeyFirst?: First }

/** Leaves word of it where the dialog is drawn. */
export function leaveFirst(element: Element, first: First): void {
  ;(element as Drawn).latchkeyFirst = first
}

/** What was drawn in an element; undefined when nothing was. */
export const readFirst = (element: Element): First | undefined => (element as Drawn).latchkeyFirst
