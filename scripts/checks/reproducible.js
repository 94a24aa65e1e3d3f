import { existsSync } from 'node:fs'
import { bareHashes } from '../lib/bareHashes.js'
import { readText, root } from './sources.js'

/** @typedef {Record<string, Record<string, string>>} Files by part and path: SHA-256 */

/**
 * @param {Files} one
 * @param {Files} other
 * @returns {string[]} files that two builds of the same sources made differently
 */
export function compareHashes(one, other) {
  const flat = (/** @type {Files} */ files) =>
    new Map(Object.entries(files).flatMap(([part, hashes]) => Object.entries(hashes).map(([path, hash]) => [`${part} ${path}`, hash])))
  const [first, second] = [flat(one), flat(other)]
  return [...new Set([...first.keys(), ...second.keys()])].filter((name) => first.get(name) !== second.get(name))
}

/** Two builds of one commit are equal, wherever they are made, so that whoever builds it can check what an installation serves. */
export function check() {
  if (!existsSync(root + bareHashes) || !existsSync(`${root}hashes.json`))
    return { findings: [], summary: 'not compared here: .ci/run builds in a second folder' }
  const [here, bare] = ['hashes.json', bareHashes].map((path) => JSON.parse(readText(path)).files)
  const findings = compareHashes(here, bare).map((name) => `${name}: two builds differ`)
  return { findings, summary: 'the build of another folder is the same' }
}
