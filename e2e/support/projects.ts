import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startTestServer } from '@latchkey/testkit/src/server/startTestServer.ts'

/** Projects as users have them, before they know us: folders of `e2e/tools`, each with its own lock. */
export const projects = ['viem', 'wagmi2', 'wagmi3', 'next', 'ethers'] as const
export type ProjectName = (typeof projects)[number]

/** The versions of npm that users have. */
export const npmVersions = ['10', '11'] as const
export type NpmVersion = (typeof npmVersions)[number]

const tools = fileURLToPath(new URL('../tools/', import.meta.url))

/** What users type, without any flag: a machine's own settings neither help nor harm. Packages come from npm's cache where it has them. */
const settings = {
  npm_config_legacy_peer_deps: 'false',
  npm_config_strict_peer_deps: 'false',
  npm_config_force: 'false',
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
  // The bundler sets it to "production" in the process that runs these tests: npm would leave out what a project is built with.
  NODE_ENV: undefined,
}

export type Outcome = { readonly ok: boolean; readonly output: string }

/** A copy of a project, in a folder of its own. */
export type Project = {
  /** Runs npm in it. Never throws: what it said is the answer. */
  npm(version: NpmVersion, parameters: readonly string[], env?: Readonly<Record<string, string>>): Promise<Outcome>
  /**
   * What its lock names: versions by path. Optional packages for one kind of system are left out: which of them npm writes down depends on the
   * registry that it asks, and none is ours.
   */
  locked(): Promise<Readonly<Record<string, string>>>
  /** Serves what it built, on every `*.localhost` name. */
  serve(): Promise<{ origin(label: string): string; close(): Promise<void> }>
  remove(): Promise<void>
}

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Copies a project, without anything installed. */
export async function copyProject(name: ProjectName): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), `latchkey-${name}-`))
  await cp(join(tools, `project-${name}`), folder, { recursive: true, filter: (path) => !/[\\/](node_modules|dist)$/.test(path) })
  return {
    npm: (version, parameters, env = {}) =>
      new Promise((resolve) => {
        const cli = join(tools, `npm-versions/node_modules/npm-${version}/bin/npm-cli.js`)
        const options = { cwd: folder, env: { ...process.env, ...settings, ...env }, timeout: 600_000, maxBuffer: 2 ** 26 }
        execFile(process.execPath, [cli, ...parameters], options, (error, stdout, stderr) =>
          resolve({ ok: !error, output: `${stdout}\n${stderr}` }),
        )
      }),
    async locked() {
      const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as {
        readonly packages: Readonly<
          Record<string, { readonly version?: string; readonly optional?: boolean; readonly os?: unknown; readonly cpu?: unknown }>
        >
      }
      return Object.fromEntries(
        Object.entries(lock.packages).flatMap(([path, { version, optional, os, cpu }]) =>
          path && version && !(optional && (os || cpu)) ? [[path, version]] : [],
        ),
      )
    },
    async serve() {
      const listener = await startTestServer(async (_request, response, { pathname }) => {
        const path = normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname)
        const body = await readFile(join(folder, 'dist', path)).catch(() => null)
        if (!body) return false
        response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(body)
      })
      return { origin: (label) => `http://${label}.localhost:${listener.port}`, close: listener.close }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
