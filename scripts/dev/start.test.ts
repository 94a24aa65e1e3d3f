import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const servers: Server[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
})

/** Runs a script to its end. */
async function run(script: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [script, ...args], { cwd: root, env: { ...process.env, ...env } })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (data) => {
    stdout += data
  })
  child.stderr.on('data', (data) => {
    stderr += data
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}

/** Listens on a port; 0 takes a free one. */
async function hold(port: number): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  servers.push(server)
  return (server.address() as { port: number }).port
}

/** Keeps a port taken. The ports before it are free, as far as one can see. */
async function holdPort(before = 0): Promise<number> {
  for (;;) {
    const taken = await hold(0)
    const others = Array.from({ length: before }, (_, index) => hold(taken - 1 - index))
    const areFree = (await Promise.allSettled(others)).every(({ status }) => status === 'fulfilled')
    const held = servers.findIndex((server) => (server.address() as { port: number }).port === taken)
    const rest = servers.splice(areFree ? held + 1 : held)
    await Promise.all(rest.map((server) => new Promise((resolve) => server.close(resolve))))
    if (areFree) return taken
  }
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('npm start', () => {
  test.each([
    [['--port', 'abc'], '--port must be a number'],
    [['--port'], '--port must be a number'],
    [['--port', '65533'], '--port must be a number'],
    [['--prot', '4200'], 'Unknown option --prot'],
  ])('error: %j is one sentence', async (args, sentence) => {
    const { code, stdout, stderr } = await run('scripts/start.js', args)
    expect([code, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1])
    expect(stderr).toContain(sentence)
  })

  test.each([
    [0, 'the server'],
    [1, 'local chain 31337'],
    [2, 'local chain 31338'],
    [3, 'local Solana'],
    [14, 'the bundler of chain 31337'],
    [19, 'the bundlers'],
  ])('error: a busy port (N + %i) is one sentence, at once', async (offset, use) => {
    const taken = await holdPort(offset)
    const { code, stdout, stderr } = await run('scripts/start.js', ['--port', String(taken - offset), '--json'])
    expect([code, stdout]).toEqual([1, ''])
    const [, free] = /--port (\d+)\n$/.exec(stderr) ?? []
    expect(stderr).toBe(`Port ${taken} (${use}) is already in use. Choose others: npm start -- --port ${free}\n`)
    // What it names works.
    expect(Number(free)).not.toBe(taken - offset)
    expect(await hold(Number(free))).toBe(Number(free))
  })
})

describe('npm run serve', () => {
  test('error: a configuration that is not there is one sentence', async () => {
    const { code, stderr } = await run('scripts/serve.js', [], { LATCHKEY_CONFIG: '/nowhere/latchkey.config.json' })
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^(?:The configuration file \/nowhere\/latchkey\.config\.json does not exist\.|The services are not built\.)[^\n]*\n$/,
    )
  })
})

describe('watchOver', () => {
  /** Starts a chain of each kind as `npm start` does, in a process that can be killed. */
  const program = `
    import { startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
    import { startSolana } from '@latchkey/testkit/src/chains/solana/startSolana.js'
    import { watchOver } from './scripts/entry/watchOver.js'
    const reaper = watchOver()
    const [one, other] = process.argv.slice(1).map(Number)
    const chains = await Promise.all([
      startAnvil({ port: one, chainId: 31337, own: reaper.add }),
      startSolana({ port: other, own: reaper.add }),
    ])
    console.log(chains.map(({ pid }) => pid).join(' '))
    process.on('SIGTERM', async () => { for (const { stop } of chains) await stop(); reaper.done(); process.exit(0) })
    setInterval(() => undefined, 1000)
  `
  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'behavior: after %s of the parent no chain is left',
    async (signal) => {
      const ports = [await holdPort(), await holdPort()]
      await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
      const parent = spawn(process.execPath, ['--input-type=module', '-e', program, ...ports.map(String)], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string]
      const pids = line.split(' ').map(Number)
      expect(pids.map(isAlive)).toEqual([true, true])
      parent.kill(signal)
      await expect.poll(() => pids.some(isAlive), { timeout: 10_000 }).toBe(false)
    },
    30_000,
  )
})
