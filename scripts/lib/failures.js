import { relative } from 'node:path'

/**
 * What is read of the two tools' JSON reports.
 *
 * @typedef {{ fullName: string, status: string, failureMessages?: string[] | null }} UnitTest
 * @typedef {{ testResults: { name: string, status: string, message?: string, assertionResults: UnitTest[] }[] }} UnitReport
 * @typedef {{ status: string, projectName: string, results: { error?: { message?: string } }[] }} BrowserTest
 * @typedef {{ file: string, line: number, title: string, tests: BrowserTest[] }} Spec
 * @typedef {{ specs: Spec[], suites?: Suite[] }} Suite
 * @typedef {{ suites: Suite[], errors?: { message?: string }[] }} BrowserReport
 */

/** The first line of an error, without a terminal's colours. */
const firstLine = (text = '') =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with an escape character
    .replace(/\u001b\[\d*m/g, '')
    .trim()
    .split('\n')[0] ?? ''

/**
 * The unit tests that failed, one line each; a file that could not be run counts as one.
 *
 * @param {UnitReport} report Vitest's JSON report
 * @param {string} root folder that paths are shown from
 * @returns {string[]}
 */
export function failedUnitTests({ testResults }, root) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    const file = relative(root, name)
    if (!failed.length) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : []
    return failed.map(({ fullName, failureMessages }) => `${file} › ${fullName}: ${firstLine(failureMessages?.[0])}`)
  })
}

/**
 * The browser tests that failed, and those that passed only when they were tried again.
 *
 * @param {BrowserReport} report Playwright's JSON report
 * @returns {string[]}
 */
export function failedBrowserTests({ suites, errors = [] }) {
  /** @type {(suite: Suite) => Spec[]} */
  const inSuite = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(inSuite)]
  const tests = suites.flatMap(inSuite).flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, projectName, results }) => {
        const why = firstLine(results.find(({ error }) => error)?.error?.message)
        return `${status === 'flaky' ? 'flaky ' : ''}[${projectName}] ${spec.file}:${spec.line} › ${spec.title}: ${why}`
      }),
  )
  return [...tests, ...errors.map(({ message }) => firstLine(message))]
}
