import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { run } from '../../scripts/lib/run.js'

/**
 * Installs the packages of a folder of `e2e/tools`, which are too many for everybody's tree, from its own lock. Does nothing when they are there.
 *
 * @param name of the folder
 * @throws when npm fails, for example without a network
 */
export async function installTool(name: string): Promise<void> {
  const folder = fileURLToPath(new URL(`../tools/${name}`, import.meta.url))
  // npm writes it last, so an installation that was stopped half-way is none.
  const installed = `${folder}/node_modules/.package-lock.json`
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${folder}/package-lock.json`).mtimeMs) return
  const ok = await run('npm', ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'], { timeout: 300_000 })
  if (!ok) throw new Error(`The packages of e2e/tools/${name} could not be installed.`)
}
