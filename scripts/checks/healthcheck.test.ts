import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/* The image's HEALTHCHECK, as deploy/Dockerfile runs it. */

const program = join(import.meta.dirname, '../../deploy/healthcheck.js')

async function serve(status: number) {
  const asked: (string | undefined)[] = []
  const server = createServer(({ url }, response) => {
    asked.push(url)
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, asked }
}
const check = (env: Record<string, string>) =>
  new Promise<number>((resolve) => {
    execFile(process.execPath, [program], { env }, (error) => resolve(Number(error?.code ?? 0)))
  })
async function configFile(listen: object) {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-health-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'latchkey.config.json')
  await writeFile(file, JSON.stringify({ listen }))
  return file
}

test('behavior: it asks the port of the environment, else that of the configuration', async () => {
  const { port, asked } = await serve(200)
  expect(await check({ PORT: String(port) })).toBe(0)
  expect(await check({ PORT: '9', LATCHKEY_PORT: String(port) })).toBe(0)
  expect(await check({ LATCHKEY_CONFIG: await configFile({ port }) })).toBe(0)
  expect(await check({ PORT: String(port), LATCHKEY_CONFIG: await configFile({ port: 9 }) })).toBe(0)
  expect(asked).toEqual(['/health', '/health', '/health', '/health'])
})

test('error: a server that refuses, and none', async () => {
  expect(await check({ PORT: String((await serve(503)).port) })).toBe(1)
  expect(await check({ PORT: '9' })).toBe(1)
})

test('behavior: the image has the file, and runs it', async () => {
  const text = await readFile(join(import.meta.dirname, '../../deploy/Dockerfile'), 'utf8')
  expect(text).toContain('COPY --from=build /app/deploy/healthcheck.js deploy/')
  expect(text).toMatch(/^HEALTHCHECK CMD \["node", "deploy\/healthcheck.js"\]$/m)
})
