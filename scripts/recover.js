#!/usr/bin/env node
import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { askCode } from './recover/askCode.js'
import { openKit } from './recover/openKit.js'
import { walletOf } from './recover/walletOf.js'

const usage = `Opens a recovery kit with the recovery code. Works offline; nothing is sent or stored.

  npx latchkey-recover kit.json            the 12 words and the addresses
  npx latchkey-recover kit.json --keys     the private keys too

The code is asked for, or read from standard input.`

/** Prints what is in a kit. */
async function run([path, ...flags]) {
  const unknown = flags.find((flag) => flag !== '--keys')
  if (!path || path.startsWith('-') || unknown) throw new Error(usage)
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`The file ${path} cannot be read.`)
  })
  const entropy = openKit(text, await askCode())
  const wallet = walletOf(entropy)
  entropy.fill(0)
  const { words, ethereum, solana } = wallet
  const lines = ['', '12 words (BIP-39):', `  ${words}`, '', `Ethereum  ${ethereum.address}`, `Solana    ${solana.address}`]
  if (flags.includes('--keys')) lines.push('', `Ethereum private key  ${ethereum.key}`, `Solana private key    ${solana.key}`)
  process.stdout.write(
    `${lines.join('\n')}\n\nWhoever sees this can take everything. Type it into a wallet of yours, then clear this screen.\n`,
  )
}

run(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
