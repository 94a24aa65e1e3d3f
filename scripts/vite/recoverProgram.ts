import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

/**
 * Bundles the program that opens a recovery kit: one readable file with all that it imports.
 *
 * @returns its code
 */
export async function bundleRecoverProgram(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    root: import.meta.dirname,
    build: {
      ssr: join(import.meta.dirname, '../recover/main.js'),
      write: false,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
    ssr: { noExternal: true },
  })
  const [bundle] = [result].flat() as readonly Rolldown.RolldownOutput[]
  const [chunk] = bundle?.output ?? []
  if (bundle?.output.length !== 1 || !chunk) throw new Error('The recovery program must be one file.')
  return chunk.code
}

/** Writes the program beside the secure frame, from where users save it with their kit. */
export const recoverProgram = (fileName: string): Plugin => ({
  name: 'latchkey:recover-program',
  apply: 'build',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName, source: await bundleRecoverProgram() })
  },
})
