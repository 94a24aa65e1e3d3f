import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { installTool } from '../lib/installTool.js'
import { root } from './sources.js'

const archive = join(root, 'host-sdk/dist/package/latchkey-sdk.tgz')
const tool = (/** @type {string} */ path) => join(root, 'e2e/tools/package-lint/node_modules', path)
const json = (/** @type {string} */ path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** What the package is made of: code, and one declaration file for each entry. */
const wanted = [
  /^package\/(package\.json|README\.md|LICENSE)$/,
  /^package\/dist\/npm\/[a-z]+\.(js|d\.ts)$/,
  /^package\/dist\/npm\/chunks\/[\w-]+\.js$/,
]
const facts = ['description', 'license', 'repository', 'homepage', 'bugs', 'keywords', 'engines', 'publishConfig']

/**
 * Names of the files in a tar archive (POSIX ustar: blocks of 512 bytes, a header before each file).
 *
 * @param {Buffer} tar
 * @returns {string[]}
 */
export function tarNames(tar) {
  const names = []
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const field = (/** @type {number} */ from, /** @type {number} */ length) =>
      tar.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '')
    const size = Number.parseInt(field(124, 12).trim() || '0', 8)
    const prefix = field(345, 155)
    // Extended headers (`x`, `g`) describe the file behind them.
    if (!/[xg]/.test(field(156, 1))) names.push(prefix ? `${prefix}/${field(0, 100)}` : field(0, 100))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return names
}

/**
 * Judges what is packed.
 *
 * @param {readonly string[]} names in the archive
 * @param {{ exports: Record<string, string | { types: string, default: string }> }} manifest
 * @returns {string[]} findings
 */
export function judgeNames(names, manifest) {
  const findings = names
    .filter((name) => !wanted.some((pattern) => pattern.test(name)))
    .map((name) => `${name} is packed, and no user needs it`)
  const targets = Object.values(manifest.exports).flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry)))
  for (const target of [...targets, './README.md', './LICENSE'])
    if (!names.includes(target.replace(/^\./, 'package'))) findings.push(`${target} is missing in the archive`)
  return findings
}

/**
 * Judges the links of a package's README: npm shows it without the repository around it.
 *
 * @param {string} text
 * @param {string} repository its address
 * @param {(path: string) => boolean} exists tells whether the repository has a file
 * @returns {string[]} findings
 */
export function judgeLinks(text, repository, exists) {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link ?? '').filter((link) => !link.startsWith('#'))
  return links.flatMap((link) => {
    if (!link.startsWith('https://')) return [`README.md links to ${link}, which leads nowhere on a package page`]
    const path = link.startsWith(`${repository}/blob/main/`) && link.slice(`${repository}/blob/main/`.length).split('#')[0]
    return path && !exists(path) ? [`README.md links to ${link}, which is not there`] : []
  })
}

/** What `npm pack` packs, its own scripts included, which build: the files of the archive that the server gives. */
function judgePrepack(/** @type {readonly string[]} */ names) {
  const { status, stdout, stderr } = spawnSync('npm', ['pack', '--dry-run', '--json', '--loglevel=error'], {
    encoding: 'utf8',
    cwd: join(root, 'host-sdk'),
    shell: process.platform === 'win32',
  })
  if (status !== 0) return [`npm pack: ${stderr.trim()}`]
  const packed = /** @type {{ files: { path: string }[] }[]} */ (JSON.parse(stdout))
    .flatMap(({ files }) => files)
    .map(({ path }) => `package/${path}`)
  return packed.toSorted().join() === names.toSorted().join() ? [] : [`npm pack packs something else: ${packed.join(', ')}`]
}

/** Runs a linter of packages on the archive. */
function lint(/** @type {string} */ name, /** @type {string} */ path, /** @type {readonly string[]} */ parameters) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool(path), ...parameters], { encoding: 'utf8', cwd: root })
  return status === 0 ? [] : [`${name}: ${`${stdout}${stderr}`.trim()}`]
}

/** The npm package as its users get it. */
export async function check() {
  if (!existsSync(archive)) return { findings: ['host-sdk/dist/package is missing: run "npm run build"'], summary: '' }
  const { gunzipSync } = await import('node:zlib')
  await installTool('package-lint')
  const manifest = json('host-sdk/package.json')
  const names = tarNames(gunzipSync(readFileSync(archive)))
  const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '')
  const findings = [
    ...judgeNames(names, manifest),
    ...judgePrepack(names),
    ...facts.filter((fact) => !manifest[fact]).map((fact) => `host-sdk/package.json says no ${fact}`),
    ...['homepage', 'bugs'].filter((fact) => !manifest[fact]?.startsWith(repository)).map((fact) => `${fact} is not at ${repository}`),
    ...(manifest.version === json('package.json').version ? [] : ['host-sdk/package.json and package.json say two versions']),
    ...judgeLinks(readFileSync(join(root, 'host-sdk/README.md'), 'utf8'), repository, (path) => existsSync(join(root, path))),
    ...lint('publint', 'publint/src/cli.js', ['run', archive, '--strict']),
    // CommonJS may load ES modules from Node 20.19 on; resolution of before `exports` (Node 10) finds no subpaths.
    ...lint('attw', '@arethetypeswrong/cli/dist/index.js', [archive, '--profile', 'esm-only', '--no-emoji', '--no-color']),
  ]
  return { findings, summary: `${names.length} files are packed, and each entry is found with its types` }
}
