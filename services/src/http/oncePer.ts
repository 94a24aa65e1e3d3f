/**
 * A question that is asked once at a time, and whose answer serves everybody for a while.
 *
 * @param milliseconds for which an answer serves, from when it came. A rejection serves nobody but those who waited for it.
 * @param now milliseconds, for tests
 */
export function oncePer<T>(milliseconds: number, ask: () => Promise<T>, now: () => number = Date.now): () => Promise<T> {
  let asked: Promise<T> | undefined
  let until = Number.POSITIVE_INFINITY
  return () => {
    if (asked && now() < until) return asked
    until = Number.POSITIVE_INFINITY
    const own = ask()
    asked = own
    own.then(
      () => {
        until = now() + milliseconds
      },
      () => {
        asked = undefined
      },
    )
    return own
  }
}
