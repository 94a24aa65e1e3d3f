/** Runs something while a test's clock goes on as a real one does: each look at it is a millisecond later. */
export async function whileTimePasses<T>(clock: { now: number }, run: () => Promise<T>): Promise<T> {
  let at = clock.now
  const get = () => {
    at += 1
    return at
  }
  const set = (value: number) => {
    at = value
  }
  Object.defineProperty(clock, 'now', { get, set, configurable: true, enumerable: true })
  try {
    return await run()
  } finally {
    Object.defineProperty(clock, 'now', { value: at, writable: true, configurable: true, enumerable: true })
  }
}
