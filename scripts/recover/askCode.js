import process from 'node:process'
import { createInterface } from 'node:readline/promises'

/** The recovery code: typed at a prompt, never an argument, because arguments stay in a shell's history and in lists of processes. */
export async function askCode() {
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: process.stdin.isTTY === true })
  try {
    return await lines.question('Recovery code: ')
  } finally {
    lines.close()
  }
}
