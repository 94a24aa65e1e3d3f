import { existsSync, readFileSync } from 'node:fs'
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

/** No circle among the chunks of the built apps. */
export function check() {
  const findings = []
  for (const app of apps) {
    const file = join(root, app, 'dist/manifest.json')
    if (!existsSync(file)) findings.push(`${app}/dist/manifest.json is missing: run "npm run build"`)
    else
      for (const cycle of findCycles(JSON.parse(readFileSync(file, 'utf8')))) findings.push(`${app}: ${[...cycle, cycle[0]].join(' → ')}`)
  }
  return { findings, summary: 'no chunk needs one that needs it' }
}
