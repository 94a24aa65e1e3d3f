import process from 'node:process'

/**
 * Keeps standard output for the lines of a tool's reader: whatever else is written there from now on, by a library for example, goes to standard
 * error.
 *
 * @returns {(line: string) => void} writes a line to standard output
 */
export function reserveOutput() {
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = process.stderr.write.bind(process.stderr)
  return (line) => void write(`${line}\n`)
}
