/** Keeps a failing node from being asked again and again. */
export type Breaker = {
  /** True when a request may go out. After a pause it says so to one caller only, as a trial. */
  readonly admits: () => boolean
  /** Milliseconds until it may admit again; 0 when it does now. */
  readonly wait: () => number
  readonly succeeded: () => void
  readonly failed: () => void
  /** The node asked for a pause (`Retry-After`). */
  readonly rest: (milliseconds: number) => void
  readonly isResting: () => boolean
  /** False while it is open; does not claim the trial. */
  readonly isClosed: () => boolean
}

const threshold = 5
const window = 30_000
const firstPause = 1_000
const longestPause = 30_000

/**
 * Five failures in a row within 30 s open it; the pause starts at 1 s and doubles up to 30 s while trials keep failing, so that a node that was
 * only restarted is back at once.
 *
 * @param now milliseconds, for tests
 * @param onChange hears when it opens (false), and when a trial has closed it (true)
 */
export function createBreaker(now: () => number = Date.now, onChange: (isBack: boolean) => void = () => undefined): Breaker {
  let failures: number[] = []
  let openUntil = 0
  let restUntil = 0
  let pause = firstPause
  let tripped = false
  let trialAt = Number.NEGATIVE_INFINITY

  return {
    admits() {
      const at = now()
      if (at < openUntil || at < restUntil) return false
      if (!tripped) return true
      // A trial that never reports back must not keep the node out for ever.
      if (at - trialAt < window) return false
      trialAt = at
      return true
    },
    wait: () => Math.max(0, openUntil - now(), restUntil - now()),
    succeeded() {
      if (tripped) onChange(true)
      failures = []
      openUntil = 0
      tripped = false
      pause = firstPause
      trialAt = Number.NEGATIVE_INFINITY
    },
    failed() {
      const at = now()
      failures = [...failures.filter((time) => at - time < window), at].slice(-threshold)
      if (!tripped && failures.length < threshold) return
      if (tripped) pause = Math.min(pause * 2, longestPause)
      else onChange(false)
      tripped = true
      openUntil = at + pause
      trialAt = Number.NEGATIVE_INFINITY
    },
    rest(milliseconds) {
      restUntil = Math.max(restUntil, now() + milliseconds)
    },
    isResting: () => now() < restUntil,
    isClosed: () => !tripped && now() >= restUntil,
  }
}
