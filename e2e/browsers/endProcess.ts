import type { ChildProcess } from 'node:child_process'

/** Ends a process that we started, with those of its group when it has one (`detached`), and waits: gently, and after 3 s for good. */
export async function endProcess(child: ChildProcess, hasGroup = false): Promise<void> {
  const { pid } = child
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const send = (signal: NodeJS.Signals) => {
    try {
      process.kill(hasGroup ? -pid : pid, signal)
    } catch {
      // It has ended meanwhile.
    }
  }
  const ended = new Promise((resolve) => child.once('exit', resolve))
  send('SIGTERM')
  const timer = setTimeout(() => send('SIGKILL'), 3_000)
  await ended
  clearTimeout(timer)
}
