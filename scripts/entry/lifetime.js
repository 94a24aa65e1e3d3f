import process from 'node:process'
import { onParentGone, watchOver } from './watchOver.js'

/** Milliseconds. */
const hurryAfter = 1_000
const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }

/**
 * What a command has started, and stops before it ends, however it ends: by itself, by Ctrl-C, or because the npm that started it is gone.
 *
 * @typedef {(pid: number, stop: () => unknown) => () => void} Own takes over a process; the answer forgets it, once it has ended
 * @typedef {object} Lifetime
 * @property {(stop: () => unknown) => () => void} onStop what to do before the end, the last first; the answer takes it back
 * @property {Own} own the same for a process, which is killed even when we are
 * @property {(code: number, line?: string) => Promise<never>} stop says the line, stops everything and ends this process
 * @property {() => boolean} isStopping
 * @property {() => void} release leaves signals to somebody else from now on
 *
 * @param {{ say: (line: string) => void, onEnd?: () => void, interrupted?: number }} options `onEnd` is called at once when the end begins;
 * `interrupted` is the code to end with after a signal, by default that of shells
 * @returns {Lifetime}
 */
export function createLifetime({ say, onEnd = () => undefined, interrupted }) {
  /** @type {Set<{ stop: () => unknown }>} */
  const stops = new Set()
  /** @type {ReturnType<typeof watchOver> | undefined} */
  let reaper
  /** @type {Promise<never> | undefined} */
  let ending
  let since = 0

  const onStop = (/** @type {() => unknown} */ stop) => {
    // An object of its own: the same function may be there twice.
    const entry = { stop }
    stops.add(entry)
    return () => void stops.delete(entry)
  }
  const own = (/** @type {number} */ pid, /** @type {() => unknown} */ stop) => {
    reaper ??= watchOver()
    const unwatch = reaper.add(pid)
    const forget = onStop(stop)
    return () => {
      unwatch()
      forget()
    }
  }
  async function end(/** @type {number} */ code, /** @type {string | undefined} */ line) {
    onEnd()
    if (line) say(line)
    // What starts meanwhile is stopped too.
    for (let last = [...stops].at(-1); last; last = [...stops].at(-1)) {
      stops.delete(last)
      try {
        await last.stop()
      } catch (error) {
        say(error instanceof Error ? error.message : String(error))
      }
    }
    reaper?.done()
    return process.exit(code)
  }
  const stop = (/** @type {number} */ code, /** @type {string | undefined} */ line = undefined) => {
    if (!ending) since = Date.now()
    ending ??= end(code, line)
    return ending
  }
  // Ctrl-C reaches us twice, from the terminal and from npm; only a user who asks again later is in a hurry.
  const onSignal = (/** @type {keyof typeof signals} */ signal) =>
    ending && Date.now() - since > hurryAfter ? process.exit(1) : void stop(interrupted ?? 128 + signals[signal], 'Stopping.')
  const onError = (/** @type {unknown} */ error) => void stop(1, error instanceof Error ? error.stack : String(error))

  const names = /** @type {(keyof typeof signals)[]} */ (Object.keys(signals))
  for (const signal of names) process.on(signal, onSignal)
  process.on('uncaughtException', onError)
  const unwatchParent = onParentGone(() => void stop(1, 'Stopping: the process that started this one is gone.'))
  const release = () => {
    for (const signal of names) process.off(signal, onSignal)
    process.off('uncaughtException', onError)
    unwatchParent()
  }
  return { onStop, own, stop, isStopping: () => Boolean(ending), release }
}
