import { listFiles, readText } from './sources.js'

const document = 'secure-frame/SECURITY.md'
/** Where a name may be meant to begin: the table of sign-in names its tests by their own folders. */
const folders = ['', 'secure-frame/', 'services/src/auth/', 'services/src/accounts/']
/** What a row says that has no test: the reason stands beside it. */
const open = /\*(?:not defended|accepted|does not apply)\*/

/**
 * Files that a name in the document stands for.
 *
 * @param {string} name a path, a pattern with `*`, or a test's name in its folder without `.test.ts`
 * @param {readonly string[]} files of the project, from its root
 * @returns {string[]}
 */
export function filesNamed(name, files) {
  const wanted = folders
    .flatMap((folder) => [`${folder}${name}`, `${folder}${name}.test.ts`])
    .map((path) => new URL(path, 'file:///').pathname.slice(1))
  // A name belongs to the first folder that has it.
  return wanted.map((path) => files.filter((file) => pattern(path).test(file))).find((found) => found.length) ?? []
}

/** `*` is a part of one name, `**` any folders. */
const pattern = (/** @type {string} */ path) =>
  new RegExp(`^${path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(?:.*/)?'))}$`)

const spans = (/** @type {string} */ text) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
const looksLikeFile = (/** @type {string} */ name) => /\.(?:ts|tsx|js)$/.test(name)

/**
 * Compares the list of attacks with the tests that there are: every file that it names exists, every test that it quotes is in one of the row's files,
 * and every attack has a test, or says that it is not defended.
 *
 * @param {string} text Markdown; in tables the last column names the tests
 * @param {readonly string[]} files of the project, from its root
 * @param {(path: string) => string} read
 * @returns {string[]} findings, each with its line
 * @example judgeAttacks('| a | b | `e2e/gone.spec.ts` |', [], () => '') // ['1: there is no file e2e/gone.spec.ts']
 */
export function judgeAttacks(text, files, read) {
  /** @type {string[]} */
  let above = []
  return text.split('\n').flatMap((line, index) => {
    const at = `${index + 1}: `
    const cells = /^\|.*\|$/.test(line.trim())
      ? line
          .trim()
          .slice(1, -1)
          .split(/(?<!\\)\|/)
      : null
    if (!cells)
      return spans(line)
        .filter((name) => looksLikeFile(name) && !filesNamed(name, files).length)
        .map((name) => `${at}there is no file ${name}`)
    const last = cells.at(-1) ?? ''
    // The head of a table, and the line below it.
    if (cells.every((cell) => /^\s*:?-+:?\s*$/.test(cell)) || /^\s*tests?\b/.test(last)) return []
    const names = spans(last)
    const missing = names.filter((name) => !filesNamed(name, files).length)
    const found = /^\s*the same\s*$/.test(last) ? above : names.flatMap((name) => filesNamed(name, files))
    above = found
    const quoted = [...last.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title)
    const absent = quoted.filter((title) => !found.some((path) => read(path).includes(title)))
    return [
      ...missing.map((name) => `${at}there is no file ${name}`),
      ...absent.map((title) => `${at}no file of this row has a test “${title}”`),
      ...(found.length || missing.length || open.test(line) ? [] : [`${at}this has no test, and does not say that it is not defended`]),
    ]
  })
}

/** The list of attacks on the embedded wallet names tests that there are. */
export function check() {
  const text = readText(document)
  const files = listFiles(/\.(?:ts|tsx|js)$/)
  const findings = judgeAttacks(text, files, readText).map((finding) => `${document}:${finding}`)
  return {
    findings,
    summary: `${text.split('\n').filter((line) => /^\| (?!-)/.test(line)).length} rows of ${document} name tests that there are`,
  }
}
