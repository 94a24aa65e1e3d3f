import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { isInstalled } from '../lib/isInstalled.js'

/**
 * Installs what the lock file names, when it is not installed yet.
 *
 * @param {(line: string) => void} say
 * @throws Error when npm fails; its words were printed
 */
export async function installIfNeeded(say) {
  if (await isInstalled('.')) return
  const command = existsSync('node_modules') ? 'install' : 'ci'
  say(`Installing packages (npm ${command}). The first time this takes a minute or two.`)
  const npm = process.env.npm_execpath
  const [file, ...first] = npm ? [process.execPath, npm] : ['npm']
  await new Promise((resolve, reject) => {
    // npm's words go to standard error: with --json, standard output belongs to one line.
    const child = spawn(file, [...first, command, '--no-audit', '--no-fund'], { stdio: ['ignore', 2, 2] })
    child.once('error', (error) => reject(new Error(`npm could not be started: ${error.message}.`)))
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`npm ${command} failed with code ${code}.`))))
  })
}
