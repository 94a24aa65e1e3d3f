import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Packs what was built as npm packs it for its registry, so that the server can give it to the projects that use it.
 *
 * @param root folder of the package
 * @param licence file that goes with it
 * @param file name of the archive, in `dist/package`
 */
export function pack(root: string, licence: string, file: string): Plugin {
  return {
    name: 'latchkey:pack',
    apply: 'build',
    closeBundle: {
      // After the declarations.
      order: 'post',
      sequential: true,
      handler() {
        const folder = join(root, 'dist/package')
        rmSync(folder, { recursive: true, force: true })
        mkdirSync(folder, { recursive: true })
        copyFileSync(licence, join(root, 'LICENSE'))
        // Its scripts would build it: this is that build.
        const parameters = ['pack', '--ignore-scripts', '--json', '--loglevel=error', '--pack-destination', folder]
        // Inside `npm pack --dry-run` or `npm publish` this one has flags of its own.
        const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))
        const output = execFileSync('npm', parameters, { cwd: root, env, encoding: 'utf8', shell: process.platform === 'win32' })
        const [packed] = JSON.parse(output) as readonly { readonly filename: string }[]
        if (!packed) throw new Error('npm packed nothing.')
        renameSync(join(folder, packed.filename), join(folder, file))
      },
    },
  }
}
