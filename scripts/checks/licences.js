import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './sources.js'

/**
 * What this check reads of a lock file (npm's `packages`).
 *
 * @typedef {object} Entry
 * @property {string} [version]
 * @property {string} [license]
 * @property {boolean} [link]
 * @property {string} [resolved]
 * @property {boolean} [optional]
 * @property {string[]} [workspaces]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, { optional?: boolean }>} [peerDependenciesMeta]
 *
 * @typedef {Record<string, Entry>} Packages
 * @typedef {{ packages: Packages }} Lock
 */

/** What we may ship. */
const allowed = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'CC0-1.0',
  'MPL-2.0',
  'Unlicense',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'Python-2.0',
  'PSF-2.0',
  'OFL-1.1',
])

/**
 * @param {unknown} expression SPDX, for example `(MIT OR GPL-3.0)`
 * @returns {boolean} whether we may ship under it: one side of OR is enough, both of AND are needed
 */
export function isAllowed(expression) {
  if (typeof expression !== 'string') return false
  const text = expression.trim()
  if (/^\(.*\)$/.test(text) && !/\).*\(/.test(text)) return isAllowed(text.slice(1, -1))
  if (/\sOR\s/.test(text)) return text.split(/\sOR\s/).some(isAllowed)
  if (/\sAND\s/.test(text)) return text.split(/\sAND\s/).every(isAllowed)
  return allowed.has(text)
}

/**
 * Packages that Node would load from `from`, following the lock file's nesting.
 *
 * @param {Packages} packages `packages` of a lock file
 */
function locate(packages, /** @type {string} */ from, /** @type {string} */ name) {
  for (let folder = from; ; folder = folder.includes('/node_modules/') ? folder.slice(0, folder.lastIndexOf('/node_modules/')) : '') {
    const path = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`
    if (packages[path]) return path
    if (!folder) return undefined
  }
}

/**
 * Everything that is shipped: what the workspaces depend on, and what that depends on.
 *
 * @returns {Map<string, string>} path in the lock file → the path that needs it
 */
export function productionGraph(/** @type {Lock} */ { packages }) {
  /** @type {Map<string, string>} */
  const found = new Map()
  /** @type {[path: string, by: string][]} */
  const work = (packages['']?.workspaces ?? []).map((workspace) => [workspace, 'the root'])
  for (let next = work.pop(); next; next = work.pop()) {
    const [path, by] = next
    if (found.has(path)) continue
    found.set(path, by)
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta, link, resolved } = packages[path] ?? {}
    if (link && resolved) {
      work.push([resolved, by])
      continue
    }
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const target = locate(packages, path, name)
      if (target) work.push([target, path])
    }
  }
  return found
}

const name = (/** @type {string} */ path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const below = (/** @type {string} */ version, /** @type {string} */ limit) => {
  const numbers = (/** @type {string} */ text) => text.split(/[.-]/).map(Number)
  const left = numbers(version)
  for (const [index, right] of numbers(limit).entries()) if (left[index] !== right) return (left[index] ?? 0) < right
  return false
}

/** Releases after which two families of packages stopped being open source. */
function closed(/** @type {string} */ path, /** @type {string} */ version) {
  const package_ = name(path)
  if (/^@walletconnect\/(sign-client|core|utils|types|universal-provider|ethereum-provider)$/.test(package_) && !below(version, '2.21.9'))
    return 'is not open source after 2.21.8'
  if (package_.startsWith('@reown/') && !below(version, '1.8.1')) return 'is not open source from 1.8.1'
  return undefined
}

function licenceOf(/** @type {string} */ path, /** @type {Entry} */ entry) {
  const manifest = join(root, path, 'package.json')
  return entry.license ?? (existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).license : undefined)
}

/** Licences of everything shipped; what is used for development only and is not on the list is named, not refused. */
export function check() {
  /** @type {Lock} */
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const graph = productionGraph(lock)
  const findings = []
  const notes = []
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/') || entry.link) continue
    const licence = licenceOf(path, entry)
    const why = closed(path, entry.version ?? '')
    if (why) findings.push(`${name(path)} ${entry.version} ${why}`)
    if (isAllowed(licence)) continue
    if (graph.has(path)) findings.push(`${name(path)} ${entry.version}: "${licence}" must not be shipped (needed by ${graph.get(path)})`)
    // Another platform's build of an installed tool is neither here nor shipped.
    else if (licence || !entry.optional) notes.push(`development only: ${name(path)} ${entry.version} (${licence})`)
  }
  const tools = join(root, 'e2e/tools')
  for (const folder of existsSync(tools) ? readdirSync(tools) : []) {
    const file = join(tools, folder, 'package-lock.json')
    if (!existsSync(file)) continue
    for (const [path, entry] of Object.entries(/** @type {Lock} */ (JSON.parse(readFileSync(file, 'utf8'))).packages))
      if (path && !isAllowed(entry.license))
        notes.push(`development only, e2e/tools/${folder}: ${name(path)} ${entry.version} (${entry.license})`)
  }
  const viems = new Set(
    Object.entries(lock.packages)
      .filter(([path]) => name(path) === 'viem' && path.includes('node_modules/'))
      .map(([, entry]) => entry.version),
  )
  if (viems.size > 1) findings.push(`viem is installed in ${viems.size} versions: ${[...viems].join(', ')}`)
  const shipped = [...graph.keys()].filter((path) => path.includes('node_modules/')).length
  return { findings, notes, summary: `${shipped} shipped packages have a licence that we may ship` }
}
