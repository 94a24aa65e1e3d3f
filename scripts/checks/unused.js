import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { root } from './sources.js'

/** No file, export or package that nobody uses, and no import of a package that nobody declares (`knip.jsonc`). */
export function check() {
  const knip = join(root, 'node_modules/knip/bin/knip.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [knip, '--no-progress'], { cwd: root, encoding: 'utf8' })
  const lines = `${stdout}${stderr}`.split('\n').map((line) => line.replace(/\s+/g, ' ').trim())
  const findings = status === 0 ? [] : lines.filter(Boolean)
  return { findings, summary: 'every file, export and package is used, and every imported package is declared' }
}
