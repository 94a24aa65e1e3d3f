import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import type { Plugin } from 'vite'

/**
 * Emits the package's type declarations: one file for each entry that stands alone. The protocol's are part of them, as that workspace is not
 * published.
 *
 * The compiler writes a declaration for every module; another step rolls them up, since the compiler does not.
 *
 * @param root folder of the package
 * @param entries modules below `src`, without their ending, by the name of the entry
 * @param external packages that users have: their types are imported
 */
export function types(root: string, entries: Readonly<Record<string, string>>, external: readonly (string | RegExp)[]): Plugin {
  let folder = ''
  return {
    name: 'latchkey:types',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const modules = join(root, 'dist/modules')
        rmSync(modules, { recursive: true, force: true })
        const compiler = createRequire(join(root, 'package.json')).resolve('typescript/package.json')
        const parameters = [join(dirname(compiler), 'bin/tsc'), '-p', join(root, 'tsconfig.types.json'), '--outDir', modules]
        execFileSync(process.execPath, parameters, { stdio: 'inherit' })
        const protocol = /^@latchkey\/protocol(?:\/(bridge))?$/
        for (const [name, path] of Object.entries(entries)) {
          const bundle = await rolldown({
            input: { [name]: join(modules, 'host-sdk/src', `${path}.d.ts`) },
            external: [...external],
            plugins: [
              {
                name: 'latchkey:protocol-types',
                resolveId: {
                  order: 'pre',
                  handler(source) {
                    const found = protocol.exec(source)
                    return found && join(modules, 'protocol/src', `${found[1] ?? 'index'}.d.ts`)
                  },
                },
              },
              // The declarations are there already, so no compiler is asked.
              dts({ dtsInput: true, tsconfig: false, oxc: true }),
            ],
          })
          const { output } = await bundle.generate({ format: 'es' })
          // Beside the declarations there may be a helper of the bundler's, which no declaration imports.
          for (const file of output)
            if (file.type === 'chunk' && file.fileName.endsWith('.d.ts')) writeFileSync(join(folder, file.fileName), file.code)
          await bundle.close()
        }
        rmSync(modules, { recursive: true })
      },
    },
  }
}
