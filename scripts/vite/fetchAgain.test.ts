import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fetchAgainInWorker } from './fetchAgain.ts'

/** A built module whose later part is `part.js`, which the test writes, or does not. */
async function buildWorker() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-again-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(
    join(folder, 'entry.ts'),
    `type Part = typeof import('./other')
export const kinds: readonly string[] = ['import(']
export const late = async (name: string) => ((await import(/* @vite-ignore */ name)) as { readonly part: string }).part
export const other = async (): Promise<Part['other']> => (await import('./other')).other`,
  )
  writeFileSync(join(folder, 'other.ts'), `export const other = 'other'`)
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    plugins: [fetchAgainInWorker(/entry\.ts$/)],
    build: {
      target: 'es2022',
      minify: false,
      rolldownOptions: { input: join(folder, 'entry.ts'), preserveEntrySignatures: 'strict', output: { entryFileNames: 'entry.mjs' } },
    },
  })
  const address = pathToFileURL(join(folder, 'dist/entry.mjs')).href
  return (await import(/* @vite-ignore */ address)) as {
    readonly late: (name: string) => Promise<string>
    readonly other: () => Promise<string>
    readonly kinds: readonly string[]
  }
}

test('behavior: a part that did not arrive is fetched again in a Worker, and what only looks like an import stays', {
  timeout: 60_000,
}, async () => {
  vi.stubGlobal('navigator', { onLine: true })
  onTestFinished(() => void vi.unstubAllGlobals())
  const { late, other, kinds } = await buildWorker()
  expect([await other(), kinds]).toEqual(['other', ['import(']])
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-part-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const part = join(folder, 'part.mjs')
  // It arrives while the Worker waits for another try.
  const pause = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void) => {
    writeFileSync(part, `export const part = 'here by now'`)
    run()
  }) as never)
  const asked = late(pathToFileURL(part).href).finally(() => pause.mockRestore())
  expect(await asked).toBe('here by now')
})

test('error: without a network nobody waits for a part', { timeout: 60_000 }, async () => {
  const { late } = await buildWorker()
  vi.stubGlobal('navigator', { onLine: false })
  onTestFinished(() => void vi.unstubAllGlobals())
  await expect(late('file:///nowhere/part.mjs')).rejects.toThrow()
})
