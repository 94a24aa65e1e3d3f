import { vi } from 'vitest'
import { waitTimeout } from './unitTests.js'

/* `vi.waitFor` waits as long as `expect.poll` when a test says nothing else. The runner has no setting for it, and its own second is too short where a machine is busy. */

const { waitFor } = vi

const waitLonger: typeof waitFor = (check, options) =>
  waitFor(check, typeof options === 'number' ? options : { timeout: waitTimeout, ...options })
// The runner's object outlives a test file: files share processes.
if (waitFor.name !== waitLonger.name) vi.waitFor = waitLonger
