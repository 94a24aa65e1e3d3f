/** The part of the Web Locks API that is used. */
export type Locks = Pick<LockManager, 'request'>

export type ElectionOptions = {
  readonly locks: Locks
  /** One tab at a time holds the lock of this name. */
  readonly name: string
  /** This tab is the leader from now on. */
  readonly onWon: () => void
  /** Another tab took it away: this one was frozen, or looked so. */
  readonly onLost: () => void
}

/**
 * Elects one leader among the tabs of a site (Web Locks). A tab that goes away gives its lock back to the next tab that waits; one that is frozen
 * keeps it, so that the others may take it.
 */
export function createElection({ locks, name, onWon, onLost }: ElectionOptions) {
  let waiting: AbortController | undefined
  let release: (() => void) | undefined
  let round = 0

  function hold(mine: number): Promise<void> {
    waiting = undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    if (mine === round) onWon()
    else release?.()
    return held
  }

  async function request(options: LockOptions, mine: number): Promise<void> {
    try {
      await locks.request(name, options, () => hold(mine))
    } catch {
      // Withdrawn, or stolen. The callback of a stolen lock goes on; its promise does not.
      if (mine !== round || !release) return
      release = undefined
      onLost()
    }
  }

  function withdraw(): void {
    round += 1
    waiting?.abort()
    waiting = undefined
    release?.()
    release = undefined
  }

  return {
    /** Waits to be elected. */
    join(): void {
      if (waiting || release) return
      round += 1
      waiting = new AbortController()
      void request({ signal: waiting.signal }, round)
    },
    /** The leader does not answer: takes its place. */
    steal(): void {
      if (release) return
      withdraw()
      void request({ steal: true }, round)
    },
    /** Gives the place to the next tab that waits. */
    leave: withdraw,
  }
}
