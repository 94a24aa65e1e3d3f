import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'

/** @typedef {(pid: number, stop: () => unknown) => () => void} Own takes over a process; the answer forgets it, once it has ended */

/** Milliseconds. */
const startTimeout = 30_000
const stopTimeout = 2_000
const pollInterval = 25

async function answers(/** @type {string} */ url, /** @type {string} */ method) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
    })
    return typeof (/** @type {{ result?: unknown }} */ (await response.json()).result) === 'string'
  } catch {
    return false
  }
}

/**
 * Starts the node of a local chain, or what belongs to one, as a process of its own.
 *
 * @param {{ name: string, file: string, args: string[], port: number, path?: string, method: string, folder?: string, own?: Own | undefined }} options
 * `method` is asked at `path` until it answers with text; `folder` is removed when the process has ended; `own` takes over the process at once, before it
 * answers
 * @returns {Promise<{ pid: number | undefined, url: string, exited: Promise<void>, stop: () => Promise<void> }>} once it answers
 */
export async function startNode({ name, file, args, port, path = '', method, folder, own }) {
  // A group of its own: Ctrl-C is for us, and we stop it in our order.
  const child = spawn(file, args, { stdio: 'ignore', detached: true })
  let ended = false
  const exited = new Promise((resolve) => {
    child.once('error', resolve)
    child.once('exit', resolve)
  }).then(async () => {
    ended = true
    // What cannot be removed is in the system's folder for temporary files.
    if (folder) await rm(folder, { recursive: true, force: true }).catch(() => {})
  })
  const url = `http://127.0.0.1:${port}${path}`
  const stop = async () => {
    if (ended) return
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeout)
    await exited
    clearTimeout(timer)
  }
  const forget = child.pid && own?.(child.pid, stop)
  if (forget) void exited.then(forget)
  const deadline = Date.now() + startTimeout
  while (!(await answers(url, method))) {
    if (ended) throw new Error(`${name} ended while it started. Is port ${port} in use?`)
    if (Date.now() > deadline) {
      await stop()
      throw new Error(`${name} did not answer on port ${port} within ${startTimeout / 1000} s.`)
    }
    await new Promise((resolve) => setTimeout(resolve, pollInterval))
  }
  return { pid: child.pid, url, exited, stop }
}
