import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { command } from './entry/command.js'
import { root } from './entry/root.js'

const built = join(root, 'services/dist/main.js')

/** `npm run kms-root -- FILE`: makes a new KMS root, for a server that shall have another one (docs/accounts.md). Its id is printed. */
await command({
  check: () => {
    const [file, ...rest] = process.argv.slice(2)
    if (file === undefined || rest.length > 0) throw new Error('Usage: npm run kms-root -- FILE')
    if (existsSync(file)) throw new Error(`The file ${file} exists already. A new KMS root is written into a new file.`)
    return file
  },
  needsPackages: () => !existsSync(built),
  run: async (file, { progress, lifetime }) => {
    if (!existsSync(built)) {
      const { build } = await import('./dev/build.js')
      await build({ ...progress, own: lifetime.own, only: ['services'] })
    }
    const { readRootFile } = await import(pathToFileURL(built).href)
    const { roots } = await readRootFile(file)
    console.log(roots[0].id)
  },
})
