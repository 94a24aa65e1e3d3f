import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Emits the package's type declarations. The protocol's are part of them: that workspace is not published, so its name becomes a path.
 *
 * @param root folder of the package
 */
export function declarations(root: string): Plugin {
  return {
    name: 'latchkey:declarations',
    apply: 'build',
    closeBundle() {
      const types = join(root, 'dist/types')
      rmSync(types, { recursive: true, force: true })
      const compiler = createRequire(join(root, 'package.json')).resolve('typescript/package.json')
      execFileSync(process.execPath, [join(dirname(compiler), 'bin/tsc'), '-p', join(root, 'tsconfig.json')], { stdio: 'inherit' })
      for (const file of readdirSync(types, { recursive: true, encoding: 'utf8' })) {
        if (!file.endsWith('.d.ts')) continue
        const path = join(types, file)
        const to = (module: string) => {
          const target = relative(dirname(path), join(types, 'protocol/src', module))
          return target.startsWith('.') ? target : `./${target}`
        }
        const text = readFileSync(path, 'utf8')
        writeFileSync(
          path,
          text.replace(/(['"])@latchkey\/protocol(\/bridge)?\1/g, (_match, _quote, bridge) => `'${to(bridge ? 'bridge.js' : 'index.js')}'`),
        )
      }
    },
  }
}
