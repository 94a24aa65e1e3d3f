/*
 * What a run of `npm run test:browsers` found, as the table of docs/browsers.md: one line for each flow, one column for each engine, with the test that
 * says so.
 */

/**
 * @typedef {{ status: string, projectName: string, annotations: { type: string, description?: string }[] }} Run
 * @typedef {{ title: string, file: string, line: number, tests: Run[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 */

const [start, end] = ['<!-- the run: -->', '<!-- :the run -->']

/** @returns {Spec[]} */
const specsOf = (/** @type {Suite} */ { specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

/** @param {Run | undefined} run */
function cell(run) {
  if (!run) return 'not run'
  const notes = run.annotations.flatMap(({ type, description }) => (type !== 'engine' && description ? [`${type}: ${description}`] : []))
  if (run.status === 'skipped') return 'not run'
  return `${run.status === 'expected' ? 'works' : 'fails'}${notes.map((note) => `; ${note}`).join('')}`
}

/**
 * @param {readonly Spec[]} specs
 * @param {Date} date
 */
function tableOf(specs, date) {
  const runs = specs.flatMap(({ tests }) => tests)
  const engines = [...new Set(runs.map(({ projectName }) => projectName))].sort()
  const version = (/** @type {string} */ name) =>
    runs
      .filter(({ projectName }) => projectName === name)
      .flatMap(({ annotations }) => annotations)
      .find(({ type }) => type === 'engine')?.description ?? name
  const titles = [...new Set(specs.map(({ title, file }) => `${file}\n${title}`))]
  const lines = titles.map((key) => {
    const [file, title = ''] = key.split('\n')
    const own = specs.filter((spec) => spec.file === file && spec.title === title).flatMap(({ tests }) => tests)
    const cells = engines.map((name) => cell(own.find(({ projectName }) => projectName === name)))
    return `| ${title.replace(/^(behavior|error): /, '').replace(/ @short$/, '')} | ${cells.join(' | ')} | \`${file}\` |`
  })
  return [
    `Run of ${date.toISOString().slice(0, 10)}.`,
    '',
    `| flow | ${engines.map(version).join(' | ')} | test, in \`e2e/browsers/\` |`,
    `| --- | ${engines.map(() => '---').join(' | ')} | --- |`,
    ...lines,
  ].join('\n')
}

/**
 * The document with the table of this run in the place of the one before.
 *
 * @param {string} text of docs/browsers.md
 * @param {Suite} report Playwright's JSON
 * @param {Date} date of the run
 * @throws Error when the document has no place for it
 */
export function withTable(text, report, date) {
  const [from, to] = [text.indexOf(start), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/browsers.md has no ${start} … ${end}.`)
  return `${text.slice(0, from + start.length)}\n\n${tableOf(specsOf(report), date)}\n\n${text.slice(to)}`
}
