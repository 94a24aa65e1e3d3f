import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { lockBuild } from './buildLock.js'
import { compressFiles } from './compressFiles.js'
import { hashInputs, isUpToDate, writeStamp } from './stamp.js'
import { targets } from './targets.js'

/** Runs Vite for one target and collects what it prints. */
function runVite(name) {
  return new Promise((resolve, reject) => {
    const arguments_ = ['node_modules/vite/bin/vite.js', 'build', '--mode', name, '--logLevel', 'warn']
    const child = spawn(process.execPath, arguments_, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(Buffer.concat(output).toString()))))
  })
}

async function buildTarget(target, say) {
  const hash = await hashInputs(target.inputs)
  if (await isUpToDate(target.out, hash)) return
  const started = performance.now()
  await runVite(target.name)
  if (target.compress) await compressFiles(target.out)
  await writeStamp(target.out, hash)
  say(`Built ${target.name} in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}

/**
 * Builds every target that has sources and is not up to date, as many at a time as there are processors.
 *
 * @param {{ say: (line: string) => void, only?: string[] }} options
 * @returns {Promise<string[]>} names of the targets that failed; why was said
 */
export async function build({ say, only }) {
  const queue = targets.filter((target) => existsSync(target.entry) && (only ? only.includes(target.name) : !target.onlyNamed))
  const failed = []
  const unlock = await lockBuild(say)
  const worker = async () => {
    for (let target = queue.shift(); target; target = queue.shift()) {
      try {
        await buildTarget(target, say)
      } catch (error) {
        failed.push(target.name)
        say(`${target.name} could not be built:\n${error.message}`)
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(availableParallelism(), queue.length) }, worker))
  } finally {
    await unlock()
  }
  return failed
}
