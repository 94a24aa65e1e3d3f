import { limits } from '@latchkey/protocol'

/** Milliseconds after the last keystroke before something is asked for. */
export const debounceTimes = { default: limits.debounce, swapQuote: 200 } as const

/**
 * Delays calls until none came for `ms` milliseconds; the last arguments win. `cancel` drops a waiting call.
 */
export function debounce<Args extends readonly unknown[]>(
  action: (...args: Args) => void,
  ms: number = debounceTimes.default,
): ((...args: Args) => void) & { cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => clearTimeout(timer)
  const run = (...args: Args) => {
    cancel()
    timer = setTimeout(() => action(...args), ms)
  }
  return Object.assign(run, { cancel })
}
