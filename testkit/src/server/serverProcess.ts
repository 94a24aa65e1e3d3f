import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ConfigInput } from '@latchkey/services/src/config/schema.ts'
import { ask } from './ask.js'

const script = (name: string) => fileURLToPath(new URL(`../../../scripts/${name}`, import.meta.url))
/** Milliseconds. */
const timeout = 120_000

/** Builds the services unless what is built is what is there. */
export async function buildServices(): Promise<void> {
  const child = spawn(process.execPath, [script('build.js'), 'services'], { stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The services could not be built.')
}

/**
 * A free port below those that the system hands out. Whoever asks again and again at one of those, while nobody listens there, is one day given that
 * very port for the question itself, and then talks to itself.
 */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000)
    const server = createServer()
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
    })
    if (free) return port
  }
}

/** The product's server as a process of its own, which can be killed at any moment and started again. */
export type ServerProcess = {
  start(): Promise<void>
  /** SIGKILL: nothing of it can clean up. */
  kill(): Promise<void>
  /** @throws Error when nobody answers */
  send(request: Request): Promise<Response>
}

/**
 * @param config as an operator writes it, with a fixed port
 * @param folder where its configuration is written
 * @param variables of its environment, besides those of this process
 */
export async function createServerProcess(
  config: ConfigInput & { listen: { port: number } },
  folder: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const path = join(folder, 'latchkey.config.json')
  await writeFile(path, JSON.stringify(config))
  let child: ChildProcess | undefined

  async function send(request: Request): Promise<Response> {
    const body = request.method === 'POST' ? { body: await request.text() } : {}
    const headers = Object.fromEntries(request.headers)
    const answer = await ask(config.listen.port, request.url, { method: request.method, headers, ...body })
    const given = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string])
    return new Response(answer.text, { status: answer.status, headers: given })
  }

  return {
    send,
    async start() {
      const env = { ...process.env, ...variables, LATCHKEY_CONFIG: path }
      const started = spawn(process.execPath, [script('serve.js')], { env, stdio: ['ignore', 'ignore', 'pipe'] })
      child = started
      let said = ''
      let ended = false
      started.once('close', () => {
        ended = true
      })
      started.stderr.on('data', (text) => {
        said += text
      })
      const until = Date.now() + timeout
      for (;;) {
        const status = await send(new Request(`${config.urls.api}/status`)).then(
          (response) => response.status,
          () => 0,
        )
        if (status > 0) return
        if (ended || Date.now() > until) throw new Error(`The server did not start: ${said}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    async kill() {
      const running = child
      child = undefined
      if (!running || running.exitCode !== null || running.signalCode !== null) return
      const gone = once(running, 'exit')
      running.kill('SIGKILL')
      await gone
    },
  }
}
