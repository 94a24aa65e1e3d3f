import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parse, walk } from './parse.js'
import { listFiles, readText, root } from './sources.js'

const looked = /\.(ts|tsx|js|css|md|yml|yaml|html)$/

/**
 * The documents that a text names and that the repository does not have. Files of packages and files that are only given as an example are named
 * with a path or a placeholder.
 *
 * @param {string} path of the file, from the root
 * @param {string} text
 * @param {(path: string) => boolean} exists
 * @param {ReadonlySet<string>} names of all documents
 * @returns {string[]}
 */
export function dangling(path, text, exists, names) {
  const found = [...text.matchAll(/(?<![\w/*<.-])([\w./-]*?[A-Za-z][\w-]*\.md)\b(?!\w)/g)].map(([, name = '']) => name)
  return [...new Set(found)].filter((name) => !names.has(basename(name)) && !exists(join(dirname(path), name)) && !exists(name))
}

/** Names that a file declares: functions, constants, types, and the methods and fields of objects and types. */
function declaredIn(/** @type {string} */ path, /** @type {string} */ source) {
  const names = new Set()
  walk(parse(path, source).program, ({ id, key }) => {
    for (const name of [id?.name, key?.name]) if (name) names.add(name)
  })
  return names
}

/**
 * What a document says of the code, and is not so. In backquotes, a path has to exist, and a function (`name()`) has to be declared in the file
 * that is named last before it in the same paragraph, list item or row.
 *
 * @param {string} text Markdown
 * @param {(path: string) => boolean} exists
 * @param {(path: string) => string} read
 * @returns {string[]} findings, each with its line
 * @example missingCode('`a.ts`: `start()`', () => true, () => 'export const stop = 1') // ['1: a.ts does not declare start']
 */
export function missingCode(text, exists, read) {
  /** @type {string[]} */
  const findings = []
  let file = ''
  let code = false
  for (const [index, line] of text.split('\n').entries()) {
    if (line.startsWith('```')) code = !code
    if (code) continue
    if (/^(\s*$|\s*\d+\. |\s*- |\|)/.test(line)) file = ''
    for (const [, span = ''] of line.matchAll(/`([^`]+)`/g)) {
      const call = /^(?:\w+\.)?(\w+)\(\)$/.exec(span)?.[1]
      if (/^[\w.-]+(\/[\w.-]*)+$|^[\w.-]+\.(tsx?|js)$/.test(span)) {
        file = span
        if (!exists(span)) findings.push(`${index + 1}: there is no ${span}`)
      } else if (call && !/\.(tsx?|js)$/.test(file)) findings.push(`${index + 1}: no file is named before ${call}()`)
      else if (call && exists(file) && !declaredIn(file, read(file)).has(call))
        findings.push(`${index + 1}: ${file} does not declare ${call}`)
    }
  }
  return findings
}

const architecture = 'docs/architecture.md'

/** Nothing in the repository refers to a document that is not in it, and the guide to the code names what there is. */
export function check() {
  const files = listFiles(looked)
  const names = new Set(files.filter((path) => path.endsWith('.md')).map((path) => basename(path)))
  const exists = (/** @type {string} */ path) => existsSync(join(root, path))
  const findings = files.flatMap((path) => {
    // Tests of checks name documents that are missing on purpose.
    if (/^scripts\/checks\/\w+\.test\.ts$/.test(path)) return []
    return dangling(path, readText(path), exists, names).map((name) => `${path}: names ${name}, which is not in the repository`)
  })
  findings.push(...missingCode(readText(architecture), exists, readText).map((finding) => `${architecture}:${finding}`))
  return { findings, summary: `${files.length} files name no document that is not there, and ${architecture} no missing code` }
}
