import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import list from './sources.json' with { type: 'json' }

const run = promisify(execFile)

/** Licences under which names, links and pictures may be taken over into the catalogue. */
const permissive = ['MIT', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0'] as const

const manifestSchema = z.object({ name: z.string(), version: z.string(), license: z.string() })

/** One package that the catalogue is made from, unpacked but neither installed nor run. */
export type Source = {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly homepage: string
  /** Folder with its files. */
  readonly folder: string
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

async function unpack(source: (typeof list)[number], cache: string): Promise<string> {
  const folder = join(cache, `${source.name.replace(/[@/]/g, '_')}-${source.version}`)
  if (await exists(folder)) return folder
  await mkdir(cache, { recursive: true })
  const work = await mkdtemp(join(tmpdir(), 'latchkey-catalog-'))
  try {
    await run('npm', ['pack', `${source.name}@${source.version}`, '--ignore-scripts', '--silent', '--pack-destination', work])
    const [name = ''] = await readdir(work)
    const file = join(work, name)
    const integrity = `sha512-${createHash('sha512')
      .update(await readFile(file))
      .digest('base64')}`
    if (integrity !== source.integrity)
      throw new Error(`${source.name}@${source.version} has the integrity ${integrity}, not the pinned one.`)
    await run('tar', ['xzf', file, '-C', work])
    // Copied beside its place first: a build that is interrupted leaves no half package behind, and `rename` cannot cross file systems.
    await cp(join(work, 'package'), `${folder}.new`, { recursive: true })
    await rename(`${folder}.new`, folder)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return folder
}

/**
 * Fetches the pinned packages, checks their bytes and their licence, and unpacks them. Nothing of them is executed and none of their
 * dependencies is fetched: the catalogue only reads their data.
 *
 * @param cache folder that keeps unpacked packages between builds
 * @throws when a package is not the pinned one, or its own manifest names another licence than the pinned one
 */
export async function openSources(cache: string): Promise<ReadonlyMap<string, Source>> {
  const sources = new Map<string, Source>()
  for (const pinned of list) {
    const folder = await unpack(pinned, cache)
    const manifest = manifestSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')))
    if (manifest.license !== pinned.licence || !permissive.some((licence) => licence === pinned.licence))
      throw new Error(`${pinned.name}@${pinned.version} is under ${manifest.license}; the catalogue expects ${pinned.licence}.`)
    sources.set(pinned.name, { name: pinned.name, version: pinned.version, licence: pinned.licence, homepage: pinned.homepage, folder })
  }
  return sources
}
