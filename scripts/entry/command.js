import { installIfNeeded } from './install.js'
import { createLifetime } from './lifetime.js'
import { createProgress } from './progress.js'
import { requireNode } from './requireNode.js'

/** What was thrown on purpose is a sentence; anything else is a mistake of ours, and is shown with its place. */
function wordsOf(/** @type {unknown} */ error) {
  const isOnPurpose = error instanceof Error && (error.name === 'Error' || 'code' in error)
  return isOnPurpose ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/**
 * Runs a command of `package.json`, on a bare clone too: checks Node and what was asked for, installs the packages that are missing, and only
 * then lets `run` load the code that needs them. So what a command's own file imports, here and through others, may only import Node's modules;
 * everything else is loaded by `import()` in `run`.
 *
 * @template T
 * @param {object} parts
 * @param {() => T | Promise<T>} [parts.check] what must be right before minutes are spent; its answer is given to `run`
 * @param {() => boolean} [parts.needsPackages] false where the command can do without looking for packages
 * @param {(given: T, context: { progress: import('./progress.js').Progress, lifetime: import('./lifetime.js').Lifetime, installed?: number }) => unknown} parts.run
 * `installed`: milliseconds that installing took, when it was necessary
 * @param {() => void} [parts.onFailure] what to say last when it fails
 * @param {number} [parts.interrupted] code to end with after Ctrl-C
 */
export async function command({ check, needsPackages = () => true, run, onFailure = () => undefined, interrupted }) {
  const progress = createProgress()
  const lifetime = createLifetime({ say: progress.say, onEnd: progress.close, ...(interrupted === undefined ? {} : { interrupted }) })
  try {
    requireNode()
    const given = /** @type {T} */ (await check?.())
    const from = Date.now()
    const installed = needsPackages() && (await installIfNeeded({ progress, own: lifetime.own }))
    await run(given, { progress, lifetime, ...(installed ? { installed: Date.now() - from } : {}) })
  } catch (error) {
    // What fails because it was stopped needs no words.
    if (lifetime.isStopping()) return
    progress.close()
    progress.say(wordsOf(error))
    onFailure()
    await lifetime.stop(1)
  }
}
