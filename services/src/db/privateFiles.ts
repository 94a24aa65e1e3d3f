import { chmod, lstat, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** What others may do with a file: nothing. */
const others = 0o077

type EmscriptenFiles = {
  readonly NODEFS: {
    doSetAttr: (path: unknown, node: unknown, attributes: { mode?: number }, ...rest: unknown[]) => void
    readonly node_ops: { mknod: (parent: unknown, name: unknown, mode: number, device: unknown) => unknown }
  }
}

/** PGlite's files in a folder, for their owner alone. Left to itself it lets everybody on the machine write most of them, whatever the umask. */
export class PrivateFiles extends NodeFS {
  override async init(...parameters: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const opened = await super.init(...parameters)
    const makePrivate = (module: unknown) => {
      const { NODEFS } = module as EmscriptenFiles
      const { doSetAttr } = NODEFS
      const { mknod } = NODEFS.node_ops
      NODEFS.doSetAttr = (path, node, attributes, ...rest) =>
        doSetAttr(path, node, attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~others }, ...rest)
      NODEFS.node_ops.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~others, device)
    }
    const { preRun = [] } = opened.emscriptenOpts
    return { emscriptenOpts: { ...opened.emscriptenOpts, preRun: [makePrivate, ...(preRun as [])] } }
  }
}

/** Makes a folder for its owner alone, and what an earlier release left in it. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const path of [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))]) {
    const { mode } = await lstat(path)
    if ((mode & others) !== 0) await chmod(path, mode & 0o777 & ~others)
  }
}
