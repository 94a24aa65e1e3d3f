import { listFiles, readText } from './sources.js'

const maximum = 300

/** One file, one idea: no file of code above 300 lines. Generated migrations are data. */
export function check() {
  const files = listFiles(/\.(ts|tsx|js|css|html)$/).filter((path) => !/(^|\/)(migrations|fixtures)\//.test(path))
  const findings = []
  for (const path of files) {
    const lines = readText(path).trimEnd().split('\n').length
    if (lines > maximum) findings.push(`${path}: ${lines} lines, at most ${maximum}`)
  }
  return { findings, summary: `${files.length} files have at most ${maximum} lines` }
}
