import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundledBytes, gzipBytes, staticFiles } from '../lib/builtSizes.js'
import { root } from './sources.js'

const kB = 1_000
/** What a browser may have to load, in bytes of gzip. */
const budgets = {
  sdk: 10 * kB,
  npm: 10 * kB,
  firstDrawn: 17.5 * kB,
  firstView: 120 * kB,
  behind: 20.1 * kB,
  next: 26 * kB,
  secure: 30 * kB,
  laterView: 20 * kB,
}

/** Chunks that every dialog has fetched by the time that a later view is opened (scripts/vite/shellChunk.ts). */
const everybodys = /** @type {const} */ (['behind', 'next'])

/** What the Connect view needs besides the entry: the modules it imports while its rows are drawn. */
const connectNeeds = [/^src\/namespaces\/eip155\/index\.ts$/, /^src\/locales\/en\b/]
const isView = /^src\/(views|features|shell)\//
const isPart = /^src\/views\/\w+\/.+/

function sum(/** @type {string} */ folder, /** @type {Iterable<string>} */ files) {
  let bytes = 0
  for (const file of files) bytes += gzipBytes(join(folder, file))
  return bytes
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
      // A part of a view comes when the view is there: what all that fetch it have is not fetched again.
      const importers = isPart.test(key) ? Object.keys(manifest).filter((other) => manifest[other].dynamicImports?.includes(key)) : []
      const there = importers.map((other) => staticFiles(manifest, [other]))
      const own = [...staticFiles(manifest, [key])].filter(
        (file) => !first.has(file) && !(there.length && there.every((has) => has.has(file))),
      )
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
