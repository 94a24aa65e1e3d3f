import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repository } from '../paths.js'
import { resolveChains } from './chains.js'
import { readConfig } from './readConfig.js'

const environment = { LATCHKEY_CONFIG: join(repository, 'deploy/latchkey.config.json'), NODE_KEY: 'key' }

describe('deploy/latchkey.config.json', () => {
  test('behavior: is valid, and each of its chains is complete', async () => {
    const config = await readConfig(environment)
    expect((await resolveChains(config.chains)).map(({ name }) => name)).toEqual(['Ethereum', 'Base', 'Solana', 'Our chain'])
  })

  test('behavior: its README names every variable that overrides a key', async () => {
    const [readme, source] = await Promise.all(
      ['deploy/README.md', 'services/src/config/readConfig.ts'].map((path) => readFile(join(repository, path), 'utf8')),
    )
    const variables = [...(source ?? '').matchAll(/^ {2}([A-Z_]+): \{ path/gm)].map(([, name]) => name as string)
    expect(variables.length).toBeGreaterThan(5)
    for (const name of variables.filter((variable) => variable !== 'LATCHKEY_PORT')) expect(readme).toContain(name)
  })
})
