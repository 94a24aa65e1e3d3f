import { afterAll, vi } from 'vitest'

/* Test files share processes: each leaves clock, globals and environment to the next as it found them. Spies are taken back by the runner itself. */

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
