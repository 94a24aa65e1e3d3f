import { isBuiltin } from 'node:module'
import { importsOf } from './parse.js'
import { listFiles, readText } from './sources.js'

const workspaces = ['protocol', 'host-sdk', 'dialog-app', 'secure-frame', 'services', 'playground']
const isTest = /\.test\.tsx?$|\/testing\/|\/testing\.ts$/

/**
 * Packages that a file imports and its workspace does not declare. Found all the same when another workspace or the root declares them, they would
 * be missing, or of another version, where the workspace is used alone.
 *
 * @param {string} path from the root
 * @param {string} source
 * @param {ReadonlySet<string>} declared
 * @returns {string[]} names of packages
 * @example undeclared('a.ts', `import { pad } from 'viem/utils'`, new Set()) // ['viem']
 */
export function undeclared(path, source, declared) {
  const packages = importsOf(path, source, { types: false })
    .filter((specifier) => !/^[.\0]|^virtual:/.test(specifier) && !isBuiltin(specifier))
    .map((specifier) => (/^(@[^/]+\/)?[^/]+/.exec(specifier) ?? [specifier])[0])
  return [...new Set(packages)].filter((name) => !declared.has(name))
}

/** Every package that the product imports is declared by the workspace that imports it. */
export function check() {
  const findings = workspaces.flatMap((workspace) => {
    const { name, dependencies, devDependencies, peerDependencies } = JSON.parse(readText(`${workspace}/package.json`))
    const declared = new Set([name, ...Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies })])
    return listFiles(new RegExp(`^${workspace}/src/.*\\.(tsx?|js)$`))
      .filter((path) => !isTest.test(path))
      .flatMap((path) =>
        undeclared(path, readText(path), declared).map((found) => `${path}: ${workspace}/package.json does not declare ${found}`),
      )
  })
  return { findings, summary: 'every package that the product imports is declared by the workspace that imports it' }
}
