import { listFiles, readText } from './sources.js'

/* Commands that a reader may copy, or a user is shown. A package that is not ours and that nobody owns can be registered by anybody, and then gets what it is run with. */

/** Programs that fetch a package by its name and run or install it. */
const fetching =
  /\b(?:npx|bunx|(?:npm|pnpm|yarn|bun)\s+(?:i|add|install|create|exec|dlx|x|init))((?:\s+-{1,2}[\w-]+)*)\s+([^\s`'"”»“«„」’)，。、]+)/g

/** Addresses, files and folders, what stands for one, and what follows a command in a sentence. */
const isPlace = (/** @type {string} */ word) =>
  /^(?:https?:|\.{0,2}\/|\$|\{|<|&&|\|)/.test(word) || !/^@?[a-z]/.test(word) || !/^[\w@./-]+$/.test(word)

/**
 * Names that a text tells its reader to fetch, and that neither this project nor its lock file has.
 *
 * @param {string} text
 * @param {ReadonlySet<string>} known packages of the lock file
 * @returns {string[]}
 */
export function foreignPackages(text, known) {
  const names = [...text.matchAll(fetching)].map(([, , word = '']) => word.replace(/(?<=.)@[^/]*$/, '').replace(/[.,:;]+$/, ''))
  return names.filter((name) => !isPlace(name) && !known.has(name))
}

/** What the lock files install, by name. */
function lockedNames() {
  const lock = JSON.parse(readText('package-lock.json'))
  return new Set(Object.keys(lock.packages).flatMap((path) => path.split('node_modules/').at(-1) || []))
}

/** @returns {{ findings: string[], summary: string }} */
export function check() {
  const known = lockedNames()
  const files = listFiles(/\.(?:md|json|html|[cm]?[jt]sx?|ya?ml)$/).filter(
    (path) => !/(?:^|\/)package-lock\.json$|^scripts\/checks\//.test(path),
  )
  const findings = files.flatMap((path) =>
    foreignPackages(readText(path), known).map(
      (name) => `${path}: “${name}” is no package of ours. Whoever registers it gets what it is run with.`,
    ),
  )
  return { findings, summary: `${files.length} files name no package that somebody else could register` }
}
