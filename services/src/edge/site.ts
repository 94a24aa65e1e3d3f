import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { etagOf } from '../http/etag.js'

/** One file of a build, kept in memory: the whole of them is a few megabytes. */
export type StaticFile = {
  readonly path: string
  readonly body: Buffer
  readonly type: string
  readonly etag: string
  /** The name contains a hash of the content. */
  readonly immutable: boolean
  /** Written beside the file by the build. */
  readonly encoded: { br?: Buffer; gzip?: Buffer }
}

/** A built HTML document with the CSP hashes of its inline parts. */
export type Page = { readonly html: string; readonly styles: readonly string[]; readonly scripts: readonly string[] }

/** A built part, as its `dist` folder has it. */
export type Site = { readonly files: ReadonlyMap<string, StaticFile>; readonly pages: ReadonlyMap<string, Page> }

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.tgz': 'application/gzip',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

/** Folders in which the build writes hashed names only. */
const hashed = /^\/(?:assets|chunks)\//
/** Facts about the build, for us and not for visitors. */
const internal = /^\/(?:page\.json|manifest\.json)$|\/\.|\.(?:br|gz)$/

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/**
 * Reads a built part into memory.
 *
 * @returns null when the folder holds no build
 */
export async function loadSite(folder: string): Promise<Site | null> {
  const paths = await listFiles(folder).catch(() => [])
  if (paths.length === 0) return null
  const contents = new Map<string, Buffer>()
  for (const path of paths)
    contents.set(
      `/${path
        .slice(folder.length + 1)
        .split(sep)
        .join('/')}`,
      await readFile(path),
    )

  const facts = JSON.parse(contents.get('/page.json')?.toString() ?? '{}') as Record<string, Omit<Page, 'html'>>
  const pages = new Map<string, Page>()
  const files = new Map<string, StaticFile>()
  for (const [path, body] of contents) {
    if (internal.test(path)) continue
    if (path.endsWith('.html')) {
      const fact = facts[path.slice(1)]
      pages.set(path.slice(1), { html: body.toString(), styles: fact?.styles ?? [], scripts: fact?.scripts ?? [] })
      continue
    }
    const br = contents.get(`${path}.br`)
    const gzip = contents.get(`${path}.gz`)
    files.set(path, {
      path,
      body,
      type: types[extname(path)] ?? 'application/octet-stream',
      etag: etagOf(body),
      immutable: hashed.test(path),
      encoded: { ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) },
    })
  }
  return { files, pages }
}
