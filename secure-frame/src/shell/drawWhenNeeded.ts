import type { Shell, ShellState } from './store.js'

/** Milliseconds after which what did not load is asked for again, while a user waits for it. */
const retryAfter = 1_000
/** Milliseconds after which a page that is never idle counts as idle. */
const idleWithin = 2_000

const isNeeded = ({ approval, security, failure }: ShellState) => approval !== null || security !== null || failure !== null

/** Browsers without idle callbacks get a moment instead. @returns takes it back */
function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, idleWithin)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(act, { timeout: idleWithin })
  return () => cancelIdleCallback(request)
}

/**
 * Draws once there is something to draw. What draws is loaded when the document is idle, so that nobody waits for it; at once, when it is needed before;
 * and again, when it could not be loaded.
 *
 * @param load fetches what draws; its answer draws, and answers what takes that away
 * @param connected settles when nothing else has to be loaded first; the idle time counts from then
 * @returns ends it, and takes away what was drawn
 */
export function drawWhenNeeded(
  { getState, subscribe }: Pick<Shell, 'getState' | 'subscribe'>,
  load: () => Promise<() => () => void>,
  connected: Promise<unknown>,
): () => void {
  let loading: Promise<(() => () => void) | undefined> | undefined
  let drawing = false
  let ended = false
  const stops: (() => void)[] = []

  const loaded = () => {
    loading ??= load().catch(() => {
      loading = undefined
      return undefined
    })
    return loading
  }
  async function draw() {
    if (drawing || ended || !isNeeded(getState())) return
    drawing = true
    const show = await loaded()
    drawing = false
    if (ended) return
    if (show) {
      unsubscribe()
      stops.push(show())
    } else {
      const timer = setTimeout(draw, retryAfter)
      stops.push(() => clearTimeout(timer))
    }
  }

  const unsubscribe = subscribe(() => void draw())
  stops.push(unsubscribe)
  void draw()
  connected.then(
    () => ended || stops.push(whenIdle(() => void loaded())),
    () => undefined,
  )
  return () => {
    ended = true
    for (const stop of stops.splice(0)) stop()
  }
}
