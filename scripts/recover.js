#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { command } from './entry/command.js'
import { root } from './entry/root.js'
import { readArguments } from './recover/readArguments.js'

/** All that it needs: who has these needs no network. */
const packages = ['@scure/base', '@scure/bip39', 'viem']

/** `npx latchkey-recover kit.json`: opens a recovery kit with the recovery code. */
await command({
  check: () => readArguments(process.argv.slice(2)),
  needsPackages: () => packages.some((name) => !existsSync(join(root, 'node_modules', name))),
  run: async (options) => {
    const { runRecover } = await import('./recover/runRecover.js')
    await runRecover(options)
  },
})
