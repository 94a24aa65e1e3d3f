/** Waits until a condition holds; fails after `timeout` milliseconds with what was awaited. */
export async function until<T>(read: () => T | undefined | false | null, what: string, timeout = 10_000): Promise<T> {
  const end = Date.now() + timeout
  for (;;) {
    const value = read()
    if (value !== undefined && value !== false && value !== null) return value
    if (Date.now() > end) throw new Error(`Waited ${timeout} ms in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
