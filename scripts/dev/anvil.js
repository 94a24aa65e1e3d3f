import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'

/** Milliseconds. */
const startTimeout = 20_000
const stopTimeout = 2_000
const pollInterval = 25

/** The program as npm installed it for this platform. */
function binary() {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${arch}`
  try {
    const folder = createRequire(import.meta.url)
      .resolve(`${name}/package.json`)
      .slice(0, -'package.json'.length)
    return `${folder}bin/anvil${process.platform === 'win32' ? '.exe' : ''}`
  } catch {
    throw new Error(`The local chain needs the package ${name}, which is not installed. Does anvil exist for this platform?`)
  }
}

async function answers(url) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}',
    })
    return typeof (await response.json()).result === 'string'
  } catch {
    return false
  }
}

/**
 * Starts a local chain with ten funded accounts (the well-known test mnemonic). It mines a block per transaction.
 *
 * @param {{ port: number, chainId: number, onSpawn?: (pid: number) => void }} options `onSpawn` hears of the process at once, before it answers
 * @returns {Promise<{ pid: number, url: string, exited: Promise<void>, stop: () => Promise<void> }>} once it answers
 */
export async function startAnvil({ port, chainId, onSpawn }) {
  const arguments_ = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId), '--silent']
  // A group of its own: Ctrl-C is for us, and we stop it in our order.
  const child = spawn(binary(), arguments_, { stdio: 'ignore', detached: true })
  if (child.pid) onSpawn?.(child.pid)
  let ended = false
  const exited = new Promise((resolve) => {
    child.once('error', resolve)
    child.once('exit', resolve)
  }).then(() => {
    ended = true
  })
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    if (ended) return
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeout)
    await exited
    clearTimeout(timer)
  }
  const deadline = Date.now() + startTimeout
  while (!(await answers(url))) {
    if (ended) throw new Error(`The local chain ${chainId} ended while it started. Is port ${port} in use?`)
    if (Date.now() > deadline) {
      await stop()
      throw new Error(`The local chain ${chainId} did not answer on port ${port} within ${startTimeout / 1000} s.`)
    }
    await new Promise((resolve) => setTimeout(resolve, pollInterval))
  }
  return { pid: child.pid, url, exited, stop }
}
