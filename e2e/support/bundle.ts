import { fileURLToPath } from 'node:url'
import type { Bundle, BundledFiles } from './bundler.ts'

/** Bundles once for all workers of a run (`bundler.ts`); alone where nobody started it, as in the bench. */
export async function bundle(wanted: Bundle): Promise<BundledFiles> {
  const bundler = process.env.LATCHKEY_BUNDLER
  if (!bundler) return (await import('./bundler.ts')).bundleNow(wanted)
  const answer = await fetch(bundler, { method: 'POST', body: JSON.stringify(wanted) })
  if (!answer.ok) throw new Error(`${wanted.entry} could not be bundled: ${await answer.text()}`)
  return (await answer.json()) as BundledFiles
}

/** Bundles one script of the tests. @param url of its file @returns its code */
export async function bundleScript(url: URL): Promise<string> {
  const [code] = Object.values(await bundle({ name: 'script', entry: fileURLToPath(url) }))
  if (code === undefined) throw new Error(`${url} made no script.`)
  return code
}
