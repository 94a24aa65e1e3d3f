import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ensureChromium } from './ensureChromium.js'

/* A machine whose programs are those of one folder. */

let folder: string
const log = () => readFileSync(join(folder, 'log'), 'utf8')
/** A program that notes how it was called. */
const program = (name: string, script = '') => {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\necho "${name} $*" >> '${join(folder, 'log')}'\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}
/** A package manager that puts a program there for each Chromium that it is asked for. */
const apt = () =>
  program('apt-get', `for each; do case $each in chromium*) /bin/cp '${join(folder, 'npx')}' "${folder}/$each";; esac; done\nexit 0`)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-machine-'))
  writeFileSync(join(folder, 'log'), '')
  vi.stubEnv('PATH', folder)
  vi.stubEnv('CHROMIUM_PATH', '')
  vi.spyOn(chromium, 'executablePath').mockReturnValue(join(folder, 'none'))
  vi.spyOn(console, 'log').mockReturnValue()
  // Playwright's own download, which fails, and the right to install.
  program('npx', 'exit 1')
  program('sudo', 'shift; exec "$@"')
  apt()
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

describe('ensureChromium', () => {
  test('behavior: a full browser that is there is used for everything, and nothing is installed', async () => {
    const full = program('chromium')
    expect(await ensureChromium()).toEqual({ full, quick: full, chosen: full })
    expect(log()).toBe('')
  })

  test('behavior: beside the headless shell alone a full browser is installed', async () => {
    const quick = program('chromium-headless-shell')
    const full = join(folder, 'chromium')
    expect(await ensureChromium()).toEqual({ full, quick, chosen: full })
    expect(log()).toContain('npx playwright install')
  })

  test('behavior: with neither, both are installed', async () => {
    const full = join(folder, 'chromium')
    expect(await ensureChromium()).toEqual({ full, quick: join(folder, 'chromium-headless-shell'), chosen: full })
  })

  test('error: nothing is found where nothing can be installed', async () => {
    program('apt-get', 'exit 100')
    expect(await ensureChromium()).toBeUndefined()
  })
})
