import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

/** @param {string} file @returns {number} bytes of gzip at its best level, as an edge that compresses ahead of time serves it */
export const gzipBytes = (file) => gzipSync(readFileSync(file), { level: 9 }).length

/**
 * Files that a chunk loads at once: itself and what it imports statically.
 *
 * @param {Record<string, { file: string, imports?: string[] }>} manifest Vite's
 * @param {readonly string[]} keys
 * @returns {Set<string>} files
 */
export function staticFiles(manifest, keys) {
  const files = new Set()
  const seen = new Set()
  const work = [...keys]
  for (let key = work.pop(); key !== undefined; key = work.pop()) {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) continue
    seen.add(key)
    if (chunk.file.endsWith('.js')) files.add(chunk.file)
    work.push(...(chunk.imports ?? []))
  }
  return files
}

/**
 * What an application loads before its visitor opens the dialog: `createModal` of the npm package, bundled and minified as an application does.
 *
 * @param {string} file the package's entry
 * @returns {Promise<number>} bytes of gzip
 */
export async function bundledBytes(file) {
  const entry = '\0application'
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'application',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? `export { createModal } from ${JSON.stringify(file)}` : null),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict', output: { minify: true } },
    },
  })
  if (!('output' in built)) throw new Error('The application was not built once.')
  const chunks = built.output.filter((part) => part.type === 'chunk')
  const manifest = Object.fromEntries(chunks.map((chunk) => [chunk.fileName, { file: chunk.fileName, imports: chunk.imports }]))
  const first = staticFiles(
    manifest,
    chunks.filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName),
  )
  return chunks.reduce((bytes, chunk) => bytes + (first.has(chunk.fileName) ? gzipSync(chunk.code, { level: 9 }).length : 0), 0)
}
