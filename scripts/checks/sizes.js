import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { root } from './sources.js'

const kB = 1_000
/** What a browser may have to load, in bytes of gzip. */
const budgets = {
  sdk: 10 * kB,
  npm: 10 * kB,
  firstDrawn: 17.5 * kB,
  firstView: 120 * kB,
  behind: 20 * kB,
  next: 26 * kB,
  secure: 30 * kB,
  laterView: 20 * kB,
}

/** Chunks that every dialog has fetched by the time that a later view is opened (scripts/vite/shellChunk.ts). */
const everybodys = /** @type {const} */ (['behind', 'next'])

/** What the Connect view needs besides the entry: the modules it imports while its rows are drawn. */
const connectNeeds = [/^src\/namespaces\/eip155\/index\.ts$/, /^src\/locales\/en\b/]
const isView = /^src\/(views|features|shell)\//

/** @param {string} file @returns {number} bytes of gzip at its best level, as an edge that compresses ahead of time serves it */
export const gzipBytes = (file) => gzipSync(readFileSync(file), { level: 9 }).length

/**
 * Files that a chunk loads at once: itself and what it imports statically.
 *
 * @param {Record<string, { file: string, imports?: string[] }>} manifest Vite's
 * @param {readonly string[]} keys
 * @returns {Set<string>} files
 */
export function staticFiles(manifest, keys) {
  const files = new Set()
  const seen = new Set()
  const work = [...keys]
  for (let key = work.pop(); key !== undefined; key = work.pop()) {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) continue
    seen.add(key)
    if (chunk.file.endsWith('.js')) files.add(chunk.file)
    work.push(...(chunk.imports ?? []))
  }
  return files
}

function sum(/** @type {string} */ folder, /** @type {Iterable<string>} */ files) {
  let bytes = 0
  for (const file of files) bytes += gzipBytes(join(folder, file))
  return bytes
}

/**
 * What an application loads before its visitor opens the dialog: `createModal` of the npm package, bundled and minified as an application does.
 *
 * @param {string} file the package's entry
 * @returns {Promise<number>} bytes of gzip
 */
export async function bundledBytes(file) {
  const entry = '\0application'
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'application',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? `export { createModal } from ${JSON.stringify(file)}` : null),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict', output: { minify: true } },
    },
  })
  if (!('output' in built)) throw new Error('The application was not built once.')
  const chunks = built.output.filter((part) => part.type === 'chunk')
  const manifest = Object.fromEntries(chunks.map((chunk) => [chunk.fileName, { file: chunk.fileName, imports: chunk.imports }]))
  const first = staticFiles(
    manifest,
    chunks.filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName),
  )
  return chunks.reduce((bytes, chunk) => bytes + (first.has(chunk.fileName) ? gzipSync(chunk.code, { level: 9 }).length : 0), 0)
}

const text = (/** @type {number} */ bytes) => `${(bytes / kB).toFixed(1)} kB`

/** Sizes of what is built, against their budgets. */
export async function check() {
  /** @type {string[]} */
  const findings = []
  /** @type {string[]} */
  const notes = []
  const judge = (/** @type {string} */ name, /** @type {number} */ bytes, /** @type {number} */ budget) => {
    notes.push(`${name}: ${text(bytes)} gzip of ${text(budget)}`)
    if (bytes > budget) findings.push(`${name} is ${text(bytes)} gzip, at most ${text(budget)}`)
  }
  const built = (/** @type {string} */ path) => {
    if (existsSync(join(root, path))) return true
    findings.push(`${path} is missing: run "npm run build"`)
    return false
  }

  if (built('host-sdk/dist/script/sdk.js')) judge('sdk.js', gzipBytes(join(root, 'host-sdk/dist/script/sdk.js')), budgets.sdk)

  if (built('host-sdk/dist/npm/index.js'))
    judge('@latchkey/sdk in an application', await bundledBytes(join(root, 'host-sdk/dist/npm/index.js')), budgets.npm)

  if (built('dialog-app/dist/manifest.json')) {
    const folder = join(root, 'dialog-app/dist')
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
    const needs = Object.keys(manifest).filter((key) => connectNeeds.some((pattern) => pattern.test(key)))
    const first = staticFiles(manifest, ['index.html', ...needs])
    judge('first Connect view', sum(folder, first), budgets.firstView)
    const files = readdirSync(join(folder, 'assets')).filter((file) => file.endsWith('.js'))
    judge(
      'script that draws it first',
      sum(
        join(folder, 'assets'),
        files.filter((file) => file.startsWith('first-')),
      ),
      budgets.firstDrawn,
    )
    for (const name of everybodys) {
      const own = Object.values(manifest).flatMap(({ file }) => (file.startsWith(`assets/${name}-`) && file.endsWith('.js') ? [file] : []))
      judge(`fetched ${name === 'behind' ? 'behind it' : 'next'}`, sum(folder, new Set(own)), budgets[name])
      for (const file of own) first.add(file)
    }
    for (const [key, chunk] of Object.entries(manifest)) {
      if (!chunk.isDynamicEntry || !isView.test(key)) continue
      const own = [...staticFiles(manifest, [key])].filter((file) => !first.has(file))
      judge(key, sum(folder, own), budgets.laterView)
    }
  }

  if (built('secure-frame/dist/manifest.json')) {
    const folder = join(root, 'secure-frame/dist')
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
    judge('secure frame, before anything is drawn', sum(folder, staticFiles(manifest, ['index.html'])), budgets.secure)
  }
  return { findings, notes, summary: 'everything is within its budget' }
}
