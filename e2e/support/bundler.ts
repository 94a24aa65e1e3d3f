import { fileURLToPath } from 'node:url'
import { startTestServer } from '@latchkey/testkit/src/server/startTestServer.ts'
import react from '@vitejs/plugin-react'
import { build, type Rolldown } from 'vite'

/** What is bundled for the browser. */
export type Bundle = {
  /** Name of the entry's file, without `.js`. */
  readonly name: string
  /** Absolute path. */
  readonly entry: string
  /** Packages under other names. */
  readonly alias?: Readonly<Record<string, string>>
  /** With a file for each part that is imported lazily; otherwise everything is in one. */
  readonly split?: boolean
}
/** Code by file name. */
export type BundledFiles = Readonly<Record<string, string>>

/** Bundles as {@link Bundle} says. @returns code by file name */
export async function bundleNow({ name, entry, alias = {}, split = false }: Bundle): Promise<BundledFiles> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('..', import.meta.url)),
    plugins: [react()],
    resolve: { alias },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: split ? { polyfill: false } : false,
      rolldownOptions: {
        input: entry,
        output: { entryFileNames: `${name}.js`, chunkFileNames: `${name}-[name].js`, codeSplitting: split },
      },
    },
  })
  const chunks = (output as Rolldown.RolldownOutput).output.filter((file) => file.type === 'chunk')
  return Object.fromEntries(chunks.map((chunk) => [chunk.fileName, chunk.code]))
}

/**
 * Playwright calls this before the workers of a run start. Each worker serves the same pages, and there are more than ten of them in a run: the
 * process that starts them makes each bundle once, when the first one asks for it.
 *
 * @returns stop
 */
// biome-ignore lint/style/noDefaultExport: Playwright calls what its `globalSetup` exports by default
export default async function startBundler(): Promise<() => Promise<void>> {
  const made = new Map<string, Promise<BundledFiles>>()
  const server = await startTestServer(async (request, response) => {
    let wanted = ''
    for await (const part of request) wanted += part
    const files = made.get(wanted) ?? bundleNow(JSON.parse(wanted) as Bundle)
    made.set(wanted, files)
    response.end(JSON.stringify(await files))
  })
  process.env.LATCHKEY_BUNDLER = `http://127.0.0.1:${server.port}`
  return server.close
}
