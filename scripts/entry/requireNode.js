const wanted = [20, 19]

/**
 * Says so when this Node is too old, before anything fails in a way that nobody understands.
 *
 * @throws Error with a sentence
 */
export function requireNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number)
  if (major > wanted[0] || (major === wanted[0] && minor >= wanted[1])) return
  throw new Error(`Latchkey needs Node.js ${wanted.join('.')} or newer; this is ${version}. Get it from https://nodejs.org.`)
}
