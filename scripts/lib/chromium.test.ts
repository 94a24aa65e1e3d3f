import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findChromium } from './chromium.js'

let folder: string
const program = (name: string, mode = 0o755) => {
  const path = join(folder, name)
  writeFileSync(path, '')
  chmodSync(path, mode)
  return path
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-chromium-'))
  vi.stubEnv('PATH', ['/nowhere', folder].join(delimiter))
  vi.stubEnv('CHROMIUM_PATH', '')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

describe('findChromium', () => {
  test('behavior: CHROMIUM_PATH first, then Playwright’s own, then an installed one', () => {
    const [wished, own, installed] = [program('wished'), program('own'), program('google-chrome')]
    expect(findChromium(join(folder, 'missing'))).toBe(installed)
    expect(findChromium(own)).toBe(own)
    vi.stubEnv('CHROMIUM_PATH', wished)
    expect(findChromium(own)).toBe(wished)
  })

  test('behavior: a file that cannot be run is no browser', () => {
    program('chromium', 0o644)
    const real = program('google-chrome-stable')
    expect(findChromium('')).toBe(real)
  })
})
