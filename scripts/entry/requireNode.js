const wanted = { major: 20, minor: 19 }

/**
 * Says so when this Node is too old, before anything fails in a way that nobody understands.
 *
 * @throws Error with a sentence
 */
export function requireNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > wanted.major || (major === wanted.major && minor >= wanted.minor)) return
  throw new Error(`Latchkey needs Node.js ${wanted.major}.${wanted.minor} or newer; this is ${version}. Get it from https://nodejs.org.`)
}
