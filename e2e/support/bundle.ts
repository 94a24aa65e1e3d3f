import { build, type Rolldown } from 'vite'

/**
 * Bundles one script of the tests for the browser.
 *
 * @param path of its file
 */
export async function bundleScript(path: string): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'es2022', modulePreload: false, rolldownOptions: { input: path } },
  })
  return ((output as Rolldown.RolldownOutput).output[0] as Rolldown.OutputChunk).code
}
