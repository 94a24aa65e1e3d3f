import { disconnected, loadFailed } from './modalError.js'

export type Lazy<T> = {
  /** Loads it, once. @throws ModalError 4900 'iframe_load_failed' when its code does not come; the next call loads again */
  (): Promise<T>
  /** What was fetched, if it was. */
  now(): T | undefined
  /** Does something with what was fetched, or is on its way; nothing otherwise. */
  with(use: (value: T) => void): void
  /** The same for the last time: from now on it is refused with 4900, and nothing is fetched. */
  end(use: (value: T) => void): void
}

/**
 * A part of an instance whose code is fetched when it is needed.
 *
 * @param load imports the code and starts the part
 */
export function lazy<T>(load: () => Promise<T>): Lazy<T> {
  let loading: Promise<T> | undefined
  let value: T | undefined
  let failure = loadFailed
  const get = () => {
    loading ??= load().then(
      (loaded) => {
        value = loaded
        return loaded
      },
      () => {
        loading = undefined
        throw failure()
      },
    )
    return loading
  }
  const withValue: Lazy<T>['with'] = (use) => void loading?.then(use, () => {})
  return Object.assign(get, {
    now: () => value,
    with: withValue,
    end(use: (value: T) => void) {
      withValue(use)
      loading = undefined
      failure = disconnected
      load = () => Promise.reject()
    },
  })
}
