import { posix } from 'node:path'
import { exceptions, familyFiles, layers, packages, platform, reaches, reserved, workspaces } from './arrowTable.js'
import { findCircles, wayBack } from './circles.js'
import { importsOf, parse, walk } from './parse.js'
import { listFiles, readText } from './sources.js'

/** @import { Node } from './parse.js' */

const isTest = (/** @type {string} */ path) => /\.test\.tsx?$/.test(path) || /\/testing\//.test(path)

/** @type {{ name: string, exports: Record<string, string> }} */
const { name: protocolName, exports: protocolExports } = JSON.parse(readText('protocol/package.json'))
/** @type {Record<string, [string]>} */
const sdkPaths = JSON.parse(readText('tsconfig.json')).compilerOptions.paths
/**
 * What our own packages stand for.
 *
 * @type {ReadonlyMap<string, string>}
 */
const ownPackages = new Map([
  ...Object.entries(protocolExports).map(
    ([entry, file]) => /** @type {const} */ ([posix.join(protocolName, entry), posix.join('protocol', file)]),
  ),
  ...Object.entries(sdkPaths).map(([name, [file]]) => /** @type {const} */ ([name, posix.normalize(file)])),
])

/**
 * What a specifier stands for.
 *
 * @param {string} path of the file that imports
 * @param {string} specifier
 * @returns {{ readonly file: string, readonly package?: undefined } | { readonly file?: undefined, readonly package: string }} a file from the root as its source is called, or somebody else's package
 */
function resolve(path, specifier) {
  if (specifier.startsWith('.')) {
    const file = posix.normalize(posix.join(posix.dirname(path), specifier.replace(/\?.*$/, '')))
    return { file: file.endsWith('.js') && !path.endsWith('.js') ? file.replace(/\.js$/, '.ts') : file }
  }
  const own = ownPackages.get(specifier)
  if (own) return { file: own }
  // Of a private workspace, by the path in it.
  if (/^@latchkey\/[\w-]+\/src\//.test(specifier)) return { file: specifier.slice('@latchkey/'.length) }
  // A part of the protocol that it does not offer.
  return specifier.startsWith('@latchkey/') ? { file: `${specifier.slice(10).split('/')[0]}/` } : { package: specifier }
}

/** The folder of a workspace's sources that a file is in. */
function layerOf(/** @type {string} */ path) {
  const [workspace = '', ...rest] = path.split('/')
  if (['scripts', 'e2e'].includes(workspace)) return rest.length > 1 ? rest[0] : '.'
  if (rest[0] !== 'src') return undefined
  return rest.length > 2 ? rest[1] : '.'
}

/** The package that a file is of: a workspace, or the root's. */
function packageOf(/** @type {string} */ path) {
  const [folder = ''] = path.split('/')
  return folder in workspaces && !reaches.rootFolders.includes(folder) ? folder : 'the root'
}

/** @returns {string | undefined} why this import may not be a relative path */
function judgeReach(/** @type {string} */ path, /** @type {string} */ specifier) {
  const { file } = resolve(path, specifier)
  if (!specifier.startsWith('.') || file === undefined || packageOf(path) === packageOf(file)) return undefined
  if (reaches.exceptions.some(([from, to]) => from.test(path) && to.test(file))) return undefined
  return `reaches into ${packageOf(file)} (${specifier}): import it by its name`
}

/** @returns {string | undefined} why this import is not allowed */
function judgeImport(/** @type {string} */ path, /** @type {string} */ specifier) {
  const [workspace = ''] = path.split('/')
  const target = resolve(path, specifier)
  const name = target.file ?? target.package
  for (const [files, what, where, why] of reserved)
    if (files.test(path) && what.test(name) && !where.test(path)) return `imports ${specifier}: ${why}`
  if (target.package !== undefined) {
    const rules = packages.filter(([files]) => files.test(path))
    if (!rules.length || specifier.startsWith('node:')) return undefined
    const allowed = rules.some(([, what, where]) => what.test(specifier) && where.test(path))
    return allowed ? undefined : `must not load ${specifier}`
  }
  const [to = ''] = target.file.split('/')
  // Of no workspace: the root's own files, and the projects in e2e/tools.
  if (!(to in workspaces) || target.file.startsWith('e2e/tools/')) return undefined
  if (to !== workspace) return workspaces[workspace]?.includes(to) ? undefined : `must not import ${to} (${specifier})`
  return judgeLayer(workspace, layerOf(path), layerOf(target.file), target.file)
}

/**
 * @param {string} workspace
 * @param {string | undefined} from a folder
 * @param {string | undefined} to a folder
 * @param {string} target
 */
function judgeLayer(workspace, from, to, target) {
  if (from === undefined || to === undefined || from === to) return undefined
  const allowed = layers[workspace]?.[from]
  if (!allowed) return `folder ${from}/ has no place in the layers of ${workspace}`
  return allowed.includes(to) ? undefined : `${from}/ must not import ${to}/ (${target})`
}

const globals = new Set(['window', 'globalThis', 'self'])

/** The name of the platform's that an expression uses: `fetch`, also as `window.fetch`; `document.cookie`. */
function platformName(/** @type {Node} */ node, /** @type {Node | null} */ parent) {
  if (node.type === 'Identifier') {
    const isName = parent?.key === node || parent?.property === node || parent?.type === 'TSPropertySignature'
    return isName && !parent.computed && !parent.shorthand ? undefined : node.name
  }
  if (node.type !== 'MemberExpression' || node.computed || node.object.type !== 'Identifier') return undefined
  return globals.has(node.object.name) ? node.property.name : `${node.object.name}.${node.property.name}`
}

const [, families = ''] = readText('protocol/src/families/ids.ts').match(/namespaceIds = \[(.*?)\]/s) ?? []
const family = new RegExp(`^(${[...families.matchAll(/'(.+?)'/g)].map((match) => match[1]).join('|')})(:|$)`)

/** What a file says beside its imports. */
function judgeCode(/** @type {string} */ path, /** @type {string} */ source) {
  const [workspace = ''] = path.split('/')
  const findings = /** @type {Set<string>} */ (new Set())
  const names = ['protocol', 'host-sdk', 'dialog-app', 'secure-frame'].includes(workspace) && !familyFiles.some((files) => files.test(path))
  walk(parse(path, source).program, (node, parent) => {
    if (workspace === 'dialog-app') {
      const name = platformName(node, parent)
      for (const [use, where, why] of platform) if (name && use.test(name) && !where.test(path)) findings.add(why)
    }
    const text = node.type === 'Literal' ? node.value : node.type === 'TemplateLiteral' ? node.quasis[0].value.cooked : undefined
    if (names && typeof text === 'string' && family.test(text)) findings.add(`names the chain family '${text}'`)
  })
  return [...findings]
}

/**
 * Judges one file by the table.
 *
 * @param {string} path from the root
 * @param {string} source
 * @returns {string[]} findings, one sentence each
 */
export function judgeFile(path, source) {
  const all = importsOf(path, source)
  const reached = all.flatMap((specifier) => judgeReach(path, specifier) ?? []).map((finding) => `${path}: ${finding}`)
  if (isTest(path)) return reached
  const imports = all.filter((specifier) => {
    const { file } = resolve(path, specifier)
    return !exceptions.imports.includes(`${path} → ${file}`)
  })
  const findings = imports.flatMap((specifier) => judgeImport(path, specifier) ?? [])
  if (/^[^/]+\/src\//.test(path)) findings.push(...judgeCode(path, source))
  return [...reached, ...findings.map((finding) => `${path}: ${finding}`)]
}

/**
 * Finds files that import themselves through others.
 *
 * @param {ReadonlyMap<string, string>} sources by path from the root
 * @returns {string[]} one sentence for each circle, with the shortest way round
 */
export function judgeCircles(sources) {
  const known = (/** @type {string} */ path) =>
    [path, path.replace(/\.ts$/, '.tsx'), path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')].find((name) => sources.has(name))
  const graph = new Map(
    [...sources].map(([path, source]) => [
      path,
      importsOf(path, source)
        .flatMap((specifier) => resolve(path, specifier).file ?? [])
        .flatMap((file) => known(file) ?? []),
    ]),
  )
  return findCircles(graph).map((files) => {
    const [first = ''] = files
    const way = wayBack(graph, first).join(' → ')
    return `${first}: imports itself, in a circle of ${files.length} files: ${way}`
  })
}

/** Dependency arrows over the whole tree. */
export function check() {
  const files = listFiles(new RegExp(`^(${Object.keys(workspaces).join('|')})/.*\\.(tsx?|js)$`)).filter(
    (path) => !path.endsWith('.d.ts') && !path.startsWith('e2e/tools/'),
  )
  const sources = new Map(files.map((path) => [path, readText(path)]))
  const circles = judgeCircles(sources)
  const excused = circles.filter((circle) => exceptions.circles.some((where) => where.test(circle)))
  const findings = [...sources].flatMap(([path, source]) => judgeFile(path, source))
  findings.push(...circles.filter((circle) => !excused.includes(circle)))
  return {
    findings,
    notes: excused.map((circle) => `excused for now: ${circle}`),
    summary: `${files.length} files follow the dependency arrows, without circles`,
  }
}
