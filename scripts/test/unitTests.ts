/** Where unit tests are. */
export const unitTests = ['{protocol,host-sdk,dialog-app,secure-frame,services,playground,testkit,scripts}/**/*.test.{ts,tsx}']
export const notTests = ['**/dist/**', '**/node_modules/**']

/**
 * Unit tests that replace a module for everything that imports it (`vi.mock`): each has a process of its own. All others share processes, where what
 * one file imported is there for the next: 300 processes that each import everything were a quarter of all work.
 */
export const mocking = [
  'dialog-app/src/api/rpc.test.ts',
  'dialog-app/src/features/connect/consent.test.ts',
  'dialog-app/src/shell/AlertBar.test.tsx',
  'dialog-app/src/views/Swap.test.tsx',
  'dialog-app/src/views/swap/SwapNotes.test.tsx',
  'dialog-app/src/views/swap/useCrossingParts.test.tsx',
  'secure-frame/src/shell/startSdk.test.ts',
]

/**
 * Milliseconds that a test waits for a condition when it says nothing else. Less than the ten seconds after which the product itself asks again: a wait
 * for an answer must not be ended by the next question.
 */
export const waitTimeout = 9_000
