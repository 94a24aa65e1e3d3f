import { afterAll, vi } from 'vitest'

/* Test files share processes: each leaves clock, globals and environment to the next as it found them. Spies are taken back by the runner itself. */

/** The HTTP server of the services puts classes of its own in their place, which the answers of `fetch` are no instances of. */
const { Request, Response } = globalThis

afterAll(() => {
  Object.assign(globalThis, { Request, Response })
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
