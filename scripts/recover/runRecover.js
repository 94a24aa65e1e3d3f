import process from 'node:process'
import { askCode } from './askCode.js'
import { openKit } from './openKit.js'
import { walletOf } from './walletOf.js'

/**
 * Asks for the recovery code and prints what is in a kit.
 *
 * @param {{ text: string, keys: boolean }} options `text` is the kit; `keys` shows the private keys too
 * @throws Error with a sentence when the kit does not open with the code
 */
export async function runRecover({ text, keys }) {
  const entropy = openKit(text, await askCode())
  const wallet = walletOf(entropy)
  entropy.fill(0)
  const { words, ethereum, solana } = wallet
  const lines = ['', '12 words (BIP-39):', `  ${words}`, '', `Ethereum  ${ethereum.address}`, `Solana    ${solana.address}`]
  if (keys) lines.push('', `Ethereum private key  ${ethereum.key}`, `Solana private key    ${solana.key}`)
  process.stdout.write(
    `${lines.join('\n')}\n\nWhoever sees this can take everything. Type it into a wallet of yours, then clear this screen.\n`,
  )
}
