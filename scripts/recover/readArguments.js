import { readFile } from 'node:fs/promises'

const usage = `Opens a recovery kit with the recovery code. Works offline; nothing is sent or stored.

  node latchkey-recover.mjs kit.json            the 12 words and the addresses
  node latchkey-recover.mjs kit.json --keys     the private keys too

The code is asked for, or read from standard input.`

/**
 * Reads the command line of `latchkey-recover.mjs`, and the kit that it names.
 *
 * @param {string[]} args
 * @returns {Promise<{ text: string, keys: boolean }>} `text` is the kit
 * @throws Error with how it is used, or a sentence when the file cannot be read
 */
export async function readArguments([path, ...flags]) {
  const unknown = flags.find((flag) => flag !== '--keys')
  if (!path || path.startsWith('-') || unknown) throw new Error(usage)
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`The file ${path} cannot be read.`)
  })
  return { text, keys: flags.includes('--keys') }
}
