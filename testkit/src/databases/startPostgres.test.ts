import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('behavior: whoever has used a server ends with the exit code that they have chosen', () => {
  const script = `
    const { startPostgres } = await import(${JSON.stringify(new URL('startPostgres.js', import.meta.url).href)})
    const server = await startPostgres()
    await server.stop()
    process.exitCode = 3
  `
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([3, ''])
})
