import { listFiles, readText } from './sources.js'

/**
 * Entries whose hash is not known: tools of development for other platforms, which the registry that wrote the lock file did not have. Each
 * may go as soon as it has one, and nothing may be added.
 */
const unknown = new Set(
  ['darwin-arm64', 'darwin-x64', 'linux-arm64-gnu', 'linux-arm64-musl', 'linux-x64-musl'].map((platform) => `litesvm-${platform}@1.5.0`),
)

/**
 * What is wrong with the entries of a lock file: without a hash npm installs whatever it is sent, and a host in it overrules the registry
 * that a user has chosen.
 *
 * @param {Record<string, { version?: string, integrity?: string, resolved?: string, link?: boolean, inBundle?: boolean, optional?: boolean }>} packages
 * @param {ReadonlySet<string>} exceptions `name@version`
 * @returns {string[]} one sentence each
 */
export function findLoose(packages, exceptions = unknown) {
  const findings = []
  for (const [path, entry] of Object.entries(packages)) {
    if (!path.includes('node_modules/')) continue
    const name = `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${entry.version}`
    if (/^[a-z+]+:/i.test(entry.resolved ?? '')) findings.push(`${name} names where it comes from: ${entry.resolved}`)
    // What a package brings along lies in its archive, and is held to that one's hash.
    if (entry.link || entry.inBundle) continue
    const hashed = /^sha512-[A-Za-z0-9+/]{86}==(?:\s|$)/.test(entry.integrity ?? '')
    if (hashed && exceptions.has(name)) findings.push(`${name} has a hash now: take it off the list in scripts/checks/lockFiles.js`)
    if (!hashed && !(exceptions.has(name) && entry.optional && entry.integrity === undefined)) findings.push(`${name} has no SHA-512 hash`)
  }
  return findings
}

/** Packages that may run a script when they are installed: none needs to. */
const mayRun = new Set()

/**
 * What would let a package run a script of its own on the machine that installs it.
 *
 * @param {string} npmrc text of `.npmrc`, which every npm reads
 * @param {{ allowScripts?: Record<string, boolean> }} manifest
 * @returns {string[]} one sentence each
 */
export function findScripts(npmrc, manifest) {
  const findings = []
  if (!/^ignore-scripts=true$/m.test(npmrc)) findings.push('.npmrc does not say ignore-scripts=true')
  for (const [name, allowed] of Object.entries(manifest.allowScripts ?? {}))
    if (allowed && !mayRun.has(name)) findings.push(`package.json lets ${name} run a script when it is installed`)
  return findings
}

/** Every package that a lock file names is held to its hash, and runs nothing when it is installed. */
export function check() {
  const findings = findScripts(readText('.npmrc'), JSON.parse(readText('package.json')))
  let count = 0
  for (const file of listFiles(/(^|\/)package-lock\.json$/)) {
    const { packages = {} } = JSON.parse(readText(file))
    count += Object.keys(packages).length
    findings.push(...findLoose(packages).map((finding) => `${file}: ${finding}`))
  }
  return { findings, summary: `${count} entries of lock files are held to a hash, ${unknown.size} optional ones are known to have none` }
}
