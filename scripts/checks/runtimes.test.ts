import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from './sources.js'

const cache = join(root, 'node_modules/.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'runtimes-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What the compiler says of a line of code under the configuration of a runtime. */
function judge(config: string, code: string): string {
  writeFileSync(join(folder, 'planted.ts'), `${code}\nexport {}\n`)
  const options = { noEmit: true, incremental: false, tsBuildInfoFile: null }
  const file = join(folder, 'tsconfig.json')
  writeFileSync(file, JSON.stringify({ extends: join(root, config), compilerOptions: options, include: [], files: ['planted.ts'] }))
  return spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', file], { encoding: 'utf8' }).stdout
}

test.each([
  ['tsconfig.node.json', 'window.close()', 'window'],
  ['secure-frame/src/worker/tsconfig.json', 'document.body.remove()', 'document'],
  ['secure-frame/src/worker/tsconfig.json', 'process.exit()', 'process'],
  ['secure-frame/tsconfig.json', 'process.exit()', 'process'],
  ['host-sdk/tsconfig.json', 'process.exit()', 'process'],
])('error: under %s, “%s” does not compile', (config, code, name) => {
  expect(judge(config, code)).toContain(`Cannot find name '${name}'`)
})

test.each([
  ['tsconfig.node.json', 'process.exit()'],
  ['secure-frame/src/worker/tsconfig.json', 'self.close()'],
  ['secure-frame/tsconfig.json', 'document.body.remove()'],
  ['host-sdk/tsconfig.json', 'document.body.remove()'],
])('behavior: under %s, “%s” compiles', (config, code) => {
  expect(judge(config, code)).toBe('')
})
