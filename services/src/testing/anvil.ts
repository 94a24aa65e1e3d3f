import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'

/** A real local chain for one test file. */
export type Anvil = { readonly url: string; readonly chainId: number; readonly stop: () => Promise<void> }

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))))
    })
  })

async function answers(url: string): Promise<boolean> {
  const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}'
  const headers = { 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers, body }).then(
    (response) => response.ok,
    () => false,
  )
}

/** Starts anvil from its npm package and waits until it answers. */
export async function startAnvil(chainId = 31_337): Promise<Anvil> {
  const name = `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  const binary = createRequire(import.meta.url)
    .resolve(`${name}/package.json`)
    .replace('package.json', 'bin/anvil')
  const port = await freePort()
  const arguments_ = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId), '--silent']
  const child = spawn(binary, arguments_, { stdio: 'ignore' })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  const deadline = Date.now() + 20_000
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('anvil did not start')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    url,
    chainId,
    stop: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}
