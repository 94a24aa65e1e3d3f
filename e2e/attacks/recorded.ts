import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, TestInfo } from '@playwright/test'
import type { Server } from '../support/server.ts'
import type { Secret, Source } from './scan.ts'
import { watchWire } from './secrets.ts'

/* What each test leaves for the search that ends the run: the secrets that passed in it, and what its consoles and address bars said. */

const folder = (outputDir: string) => join(outputDir, 'secrets')

type Written = { readonly secrets: readonly { name: string; value: string; bytes: boolean }[]; readonly sources: readonly Source[] }

/** Listens to a test. */
export function recordVisit(context: BrowserContext, server: Server) {
  const wire = watchWire(context, server, { everything: false })
  const consoles: string[] = []
  const addresses: string[] = []
  context.on('console', (message) => consoles.push(message.text()))
  context.on('weberror', (error) => consoles.push(String(error.error().stack)))
  // A mailed link opens its own page, which takes it out of the address; anywhere else it would be one too many.
  const addressOf = (url: string) => url.replace(/\/verify#.*$/, '/verify')
  context.on('page', (page) => page.on('framenavigated', (frame) => addresses.push(addressOf(frame.url()))))
  return {
    async write({ project, testId, retry, title }: TestInfo): Promise<void> {
      const secrets = await wire.secrets()
      if (!secrets.length) return
      const written: Written = {
        secrets: secrets.map(({ name, value }) => ({
          name,
          value: typeof value === 'string' ? value : Buffer.from(value).toString('base64'),
          bytes: typeof value !== 'string',
        })),
        sources: [
          { name: `the consoles of "${title}"`, text: consoles.join('\n') },
          { name: `the addresses of "${title}"`, text: addresses.join('\n') },
        ],
      }
      await mkdir(folder(project.outputDir), { recursive: true })
      await writeFile(join(folder(project.outputDir), `${testId}-${retry}.json`), JSON.stringify(written))
    },
  }
}

/** What the tests of this run left. */
export async function readRecorded(outputDir: string): Promise<{ secrets: Secret[]; sources: Source[] }> {
  const names = await readdir(folder(outputDir)).catch(() => [])
  const files = await Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder(outputDir), name), 'utf8')) as Written))
  return {
    secrets: files.flatMap(({ secrets }) =>
      secrets.map(({ name, value, bytes }) => ({ name, value: bytes ? new Uint8Array(Buffer.from(value, 'base64')) : value })),
    ),
    sources: files.flatMap(({ sources }) => sources),
  }
}
