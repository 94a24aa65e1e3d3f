import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

const checks = [
  'arrows',
  'state',
  'secureContexts',
  'declared',
  'unused',
  'length',
  'amounts',
  'styles',
  'licences',
  'lockFiles',
  'sizes',
  'chunks',
  'package',
  'docs',
  'references',
  'attacks',
  'commands',
  'reproducible',
  'catalogue',
  'speed',
]

/**
 * Runs checks and prints one line per finding and one per check: `node scripts/checks/run.js [name…]`, a process of its own, because
 * Vite sets `NODE_ENV` for whatever runs after it. With `--counts FILE` the counts are written there as JSON.
 *
 * @param {readonly string[]} names
 * @returns {Promise<{ passed: number, failed: number }>}
 */
async function runChecks(names) {
  let failed = 0
  for (const name of names) {
    const { check } = await import(new URL(`./${name}.js`, import.meta.url).href)
    const { findings, notes = [], summary } = await check()
    for (const note of notes) console.log(`  ${note}`)
    for (const finding of findings) console.log(`✗ ${finding}`)
    console.log(findings.length ? `✗ ${name}: ${findings.length} findings` : `✓ ${name}: ${summary}`)
    if (findings.length) failed += 1
  }
  return { passed: names.length - failed, failed }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values, positionals: names } = parseArgs({ allowPositionals: true, options: { counts: { type: 'string' } } })
  const unknown = names.find((name) => !checks.includes(name))
  if (unknown) throw new Error(`Unknown check "${unknown}". Known: ${checks.join(', ')}`)
  const counts = await runChecks(names.length ? names : checks)
  if (values.counts) writeFileSync(values.counts, JSON.stringify(counts))
  process.exitCode = counts.failed ? 1 : 0
}
