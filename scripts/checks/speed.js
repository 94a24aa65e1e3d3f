import { readText } from './sources.js'

/**
 * Whether figures are those of a release.
 *
 * @param {string} page that the bench has written
 * @param {string} version of this tree
 * @returns {string[]} what is wrong
 */
export function findOld(page, version) {
  const measured = /^Written by .*, version (\S+),/m.exec(page)?.[1]
  if (measured === version) return []
  return [`docs/speed.md is of ${measured ? `version ${measured}` : 'no version'}, not of ${version}: run "npm run bench -- goals"`]
}

/** The page of figures is of the version that it stands in. */
export function check() {
  const { version } = JSON.parse(readText('package.json'))
  const findings = findOld(readText('docs/speed.md'), version)
  return { findings, summary: `docs/speed.md is of version ${version}` }
}
