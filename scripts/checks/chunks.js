import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './sources.js'

const apps = ['dialog-app', 'secure-frame', 'playground']

/**
 * Chunks that import each other when they load: whichever the browser runs first meets the other's constants before they exist.
 *
 * @param {Record<string, { imports?: string[] }>} manifest Vite's
 * @returns {string[][]} one path per cycle, each starting at its smallest key
 */
export function findCycles(manifest) {
  const cycles = new Map()
  const done = new Set()
  const visit = (/** @type {string} */ key, /** @type {readonly string[]} */ path) => {
    const at = path.indexOf(key)
    if (at >= 0) {
      const cycle = path.slice(at)
      const first = cycle.indexOf([...cycle].sort()[0] ?? key)
      const turned = [...cycle.slice(first), ...cycle.slice(0, first)]
      cycles.set(turned.join(), turned)
      return
    }
    if (done.has(key)) return
    for (const next of manifest[key]?.imports ?? []) visit(next, [...path, key])
    done.add(key)
  }
  for (const key of Object.keys(manifest)) visit(key, [])
  return [...cycles.values()]
}

/**
 * Workers' own scripts that another chunk imports: WebKit runs such a script a second time then, in the same Worker, beside the first.
 *
 * @param {Readonly<Record<string, string>>} scripts text by file name
 * @param {ReadonlySet<string>} own names of the document's chunks: those that Vite's manifest has
 * @returns {string[]} "importer → script"
 */
export function findImportedWorkers(scripts, own) {
  const names = Object.keys(scripts)
  const started = names.filter((name) => !own.has(name) && [...own].some((page) => scripts[page]?.includes(`/assets/${name}`)))
  return started.flatMap((name) => names.filter((other) => scripts[other]?.includes(`./${name}`)).map((other) => `${other} → ${name}`))
}

/** No circle among the chunks of the built apps, and no import of a Worker's own script. */
export function check() {
  const findings = []
  for (const app of apps) {
    const file = join(root, app, 'dist/manifest.json')
    if (!existsSync(file)) {
      findings.push(`${app}/dist/manifest.json is missing: run "npm run build"`)
      continue
    }
    const manifest = /** @type {Record<string, { file: string, imports?: string[] }>} */ (JSON.parse(readFileSync(file, 'utf8')))
    for (const cycle of findCycles(manifest)) findings.push(`${app}: ${[...cycle, cycle[0]].join(' → ')}`)
    const folder = join(root, app, 'dist/assets')
    const names = readdirSync(folder).filter((name) => name.endsWith('.js'))
    const scripts = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
    const own = new Set(Object.values(manifest).map((chunk) => chunk.file.replace('assets/', '')))
    for (const found of findImportedWorkers(scripts, own)) findings.push(`${app}: a Worker’s own script is imported: ${found}`)
  }
  return { findings, summary: 'no chunk needs one that needs it, and none a Worker’s own script' }
}
