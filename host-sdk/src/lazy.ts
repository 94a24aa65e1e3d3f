import { loadFailed } from './modalError.js'

export type Lazy<T> = {
  /** Loads it, once. @throws ModalError 4900 'iframe_load_failed' when its code does not come; the next call loads again */
  (): Promise<T>
  /** What was fetched, if it was. */
  now(): T | undefined
  /** Does something with what was fetched, or is on its way; nothing otherwise. */
  with(use: (value: T) => void): void
}

/**
 * A part of an instance whose code is fetched when it is needed.
 *
 * @param load imports the code and starts the part
 */
export function lazy<T>(load: () => Promise<T>): Lazy<T> {
  let loading: Promise<T> | undefined
  let value: T | undefined
  const get = () => {
    loading ??= load().then(
      (loaded) => {
        value = loaded
        return loaded
      },
      () => {
        loading = undefined
        throw loadFailed()
      },
    )
    return loading
  }
  return Object.assign(get, { now: () => value, with: (use: (value: T) => void) => void loading?.then(use, () => {}) })
}
