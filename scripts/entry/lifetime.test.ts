import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { processesOf } from '../ci/processesOf.js'
import { root } from './root.js'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

/** A program that goes on until it is stopped, in a folder whose name it keeps on its command line. */
const endless = 'setInterval(() => undefined, 1000)'

/** A project of its own with our entry, in a folder whose path has a space and a sign of its own. */
async function createProject() {
  const parent = await mkdtemp(join(tmpdir(), 'latchkey-life-'))
  folders.push(parent)
  const folder = join(parent, 'a folder 100%')
  await mkdir(join(folder, 'scripts'), { recursive: true })
  // A link, followed by name: its root is this folder.
  for (const name of ['entry', 'dev', 'lib']) await symlink(join(root, 'scripts', name), join(folder, 'scripts', name))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'package-lock.json'), '{"packages":{"node_modules/nothing":{"version":"1.0.0"}}}')
  return folder
}

/** Puts a program in place of npm: one that says what the real one says, and then goes on for ever. */
async function playNpm(folder: string) {
  const bin = join(folder, 'bin')
  await mkdir(bin)
  const lines = `console.error('npm http fetch GET 200 https://example.com/nothing 1ms')`
  await writeFile(join(bin, 'npm'), `#!${process.execPath}\n${lines}\n${endless}\n`)
  await chmod(join(bin, 'npm'), 0o755)
  return `${bin}${delimiter}${process.env.PATH}`
}

/** Starts a command of the project, and waits for a line that it says. */
async function start(folder: string, program: string, line: RegExp, env: Record<string, string> = {}) {
  const file = join(folder, 'scripts/command.js')
  await writeFile(file, `import { command } from './entry/command.js'\n${program}`)
  const { npm_execpath: _npm, npm_lifecycle_event: _event, ...own } = process.env
  const child = spawn(process.execPath, ['--preserve-symlinks', '--preserve-symlinks-main', file], {
    cwd: '/',
    env: { ...own, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: string[] = []
  const lines = createInterface({ input: child.stderr })
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (text) => {
      said.push(text)
      if (line.test(text)) resolve()
    })
    child.once('exit', () => reject(new Error(`It ended:\n${said.join('\n')}`)))
  })
  return { child, said }
}

describe('a command that is stopped', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('behavior: %s during the installation leaves no process, and says so by its code', async (signal, code) => {
    const folder = await createProject()
    const path = await playNpm(folder)
    const { child, said } = await start(folder, 'await command({ run: () => undefined })', /^Installing the packages …$/, { PATH: path })
    await expect.poll(() => processesOf(folder).then((list) => list.length), { timeout: 20_000 }).toBeGreaterThanOrEqual(2)
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([code, null])
    await expect.poll(() => processesOf(folder), { timeout: 20_000 }).toEqual([])
    expect(said.at(-1)).toBe('Stopping.')
  })

  const withChild = `await command({
    needsPackages: () => false,
    run: async (_, { progress, lifetime }) => {
      const { run } = await import('./entry/run.js')
      const { startNode } = await import(${JSON.stringify(pathToFileURL(join(root, 'testkit/src/chains/startNode.js')).href)})
      const done = KIND
      progress.say('running')
      await done
    },
  })`

  const args = `['-e', ${JSON.stringify(endless)}]`
  const program = `run(process.execPath, ${args}, { own: lifetime.own })`
  const node = `startNode({ name: 'It', file: process.execPath, args: ${args}, port: 9, method: 'x', own: lifetime.own })`

  const worker = `(async () => { for (;;) await ${program} })()`
  const queue = `Promise.all([${worker}, ${worker}])`

  test.each([
    ['a queue', 'SIGTERM', queue],
    ['what it waits for', 'SIGTERM', program],
    ['what it waits for', 'SIGKILL', program],
    ['a chain that does not answer yet', 'SIGINT', node],
    ['a chain that does not answer yet', 'SIGKILL', node],
  ] as const)('behavior: %s ends with it, after %s', async (_what, signal, kind) => {
    const folder = await createProject()
    const { child } = await start(
      folder,
      withChild.replace('KIND', () => kind),
      /^running$/,
      { LATCHKEY_TEST_FOLDER: folder },
    )
    // The command, its children, and what watches over them.
    await expect.poll(() => processesOf(folder).then((list) => list.length), { timeout: 20_000 }).toBe(kind === queue ? 4 : 3)
    child.kill(signal)
    await once(child, 'exit')
    await expect.poll(() => processesOf(folder), { timeout: 20_000 }).toEqual([])
  })

  test('error: what npm says is shown when it fails, and nothing else is', async () => {
    const folder = await createProject()
    const bin = join(folder, 'bin')
    await mkdir(bin)
    const words = `console.error('npm http fetch GET 404 https://example.com/nothing'); console.error('npm error 404 nothing'); process.exit(1)`
    await writeFile(join(bin, 'npm'), `#!${process.execPath}\n${words}\n`)
    await chmod(join(bin, 'npm'), 0o755)
    const path = `${bin}${delimiter}${process.env.PATH}`
    const { child, said } = await start(folder, 'await command({ run: () => undefined })', /^npm error/, { PATH: path })
    if (child.exitCode === null) await once(child, 'exit')
    expect(child.exitCode).toBe(1)
    expect(said).toEqual(['Installing the packages …', 'npm ci failed:', 'npm error 404 nothing'])
  })
})
