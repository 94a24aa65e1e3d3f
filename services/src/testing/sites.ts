import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const page = (name: string) => `<!doctype html><html><head><title>${name}</title></head><body>${name} ${'.'.repeat(2_000)}</body></html>`
const facts = JSON.stringify({ 'index.html': { styles: ["'sha256-style'"], scripts: [] }, 'refused.html': { styles: [], scripts: [] } })
/** Long enough to be worth compressing. */
export const chunk = `export const value = 1 // ${'long '.repeat(500)}`

const files: Readonly<Record<string, string | Buffer>> = {
  'dialog/index.html': page('dialog'),
  'dialog/docs/index.html': page('documentation'),
  'dialog/docs/design/dialog.html': page('documentation of the dialog'),
  'dialog/refused.html': page('refused'),
  'dialog/page.json': facts,
  'dialog/manifest.json': '{}',
  'dialog/.stamp': 'x',
  'dialog/assets/main-abc12345.js': chunk,
  'dialog/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'sdk/sdk.js': 'window.Modal = {}',
  'sdk/chunks/provider-abc12345.js': chunk,
  'sdk/chunks/provider-abc12345.js.gz': gzipSync('from the build'),
  'package/latchkey-sdk.tgz': gzipSync('the npm package'),
  'secure/index.html': page('secure'),
  'secure/page.json': facts,
  'app/index.html': page('app'),
  'app/page.json': facts,
}

/** Writes small builds of all parts into a new folder, in the form that Vite gives them. */
export async function writeSites() {
  const root = await mkdtemp(join(tmpdir(), 'latchkey-sites-'))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), content)
  }
  const folders = Object.fromEntries(['dialog', 'sdk', 'package', 'secure', 'app'].map((part) => [part, join(root, part)]))
  return { root, folders, remove: () => rm(root, { recursive: true, force: true }) }
}
