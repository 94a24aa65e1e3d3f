import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findChromiums } from './chromium.js'

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

describe('findChromiums', () => {
  test('behavior: CHROMIUM_PATH first, then Playwright’s own, then an installed one', () => {
    const [wished, own, installed] = [program('wished'), program('own'), program('google-chrome')]
    expect(findChromiums(join(folder, 'missing'))).toEqual({ full: installed, quick: installed, chosen: installed })
    expect(findChromiums(own)).toEqual({ full: own, quick: own, chosen: own })
    vi.stubEnv('CHROMIUM_PATH', wished)
    expect(findChromiums(own)).toEqual({ full: wished, quick: wished, chosen: wished })
  })

  test('behavior: a file that cannot be run is no browser', () => {
    program('chromium', 0o644)
    const real = program('google-chrome-stable')
    vi.stubEnv('CHROMIUM_PATH', join(folder, 'chromium'))
    expect(findChromiums('')).toEqual({ full: real, quick: real, chosen: real })
  })

  test('behavior: the headless shell is the quick one beside a full browser, which is the one that flows for every engine take', () => {
    const [full, shell] = [program('chromium'), program('chromium-headless-shell')]
    expect(findChromiums('')).toEqual({ full, quick: shell, chosen: full })
  })

  test('behavior: a full browser that CHROMIUM_PATH names is used for everything, also beside the headless shell', () => {
    const named = program('chrome')
    program('chromium-headless-shell')
    vi.stubEnv('CHROMIUM_PATH', named)
    expect(findChromiums('')).toEqual({ full: named, quick: named, chosen: named })
  })

  test.each(['chromium-headless-shell', 'headless_shell', 'chrome-headless-shell'])(
    'behavior: %s, which CHROMIUM_PATH names, is used for what it can, and the full browser for the rest',
    (name) => {
      const [full, named] = [program('google-chrome'), program(name)]
      vi.stubEnv('CHROMIUM_PATH', named)
      expect(findChromiums('')).toEqual({ full, quick: named, chosen: named })
    },
  )

  test('behavior: with the headless shell alone there is no full browser, and with nothing none at all', () => {
    expect(findChromiums('')).toEqual({ full: undefined, quick: undefined, chosen: undefined })
    const shell = program('chromium-headless-shell')
    expect(findChromiums('')).toEqual({ full: undefined, quick: shell, chosen: undefined })
  })
})
