/*
 * What a run of `npm run test:matrix` found: one line for each way to connect on each network.
 */

/**
 * @typedef {{ reason: string, seconds: number }} Outcome `reason`: `connected`, or why not
 * @typedef {{ flow: string, profile: string, outcomes: Outcome[] }} Cell
 * @typedef {{ annotations: { type: string, description?: string }[] }} Run
 * @typedef {{ tests: Run[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 */

/** As many connect, of visitors who all want to. */
const goal = 0.995

/** @returns {Spec[]} */
const specsOf = (/** @type {Suite} */ { specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

/**
 * The cells of Playwright's JSON report.
 *
 * @param {Suite} report
 * @returns {Cell[]}
 */
export const cellsOf = (report) =>
  specsOf(report)
    .flatMap(({ tests }) => tests)
    .flatMap(({ annotations }) => annotations)
    .flatMap(({ type, description }) => (type === 'outcomes' && description ? [/** @type {Cell} */ (JSON.parse(description))] : []))

/** @param {readonly number[]} numbers */
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** @param {readonly Outcome[]} outcomes */
function summary(outcomes) {
  /** @type {Record<string, number>} */
  const reasons = {}
  for (const { reason } of outcomes) if (reason !== 'connected') reasons[reason] = (reasons[reason] ?? 0) + 1
  const connected = outcomes.filter(({ reason }) => reason === 'connected')
  return { tries: outcomes.length, connected: connected.length, seconds: median(connected.map((one) => one.seconds)), reasons }
}

/**
 * @param {readonly Cell[]} cells
 * @returns {{ text: string, ok: boolean }} a table, and whether enough connected and every end has a reason
 */
export function matrixTable(cells) {
  const line = (/** @type {string} */ name, /** @type {readonly Outcome[]} */ outcomes) => {
    const { tries, connected, seconds, reasons } = summary(outcomes)
    const why = Object.entries(reasons).map(([reason, times]) => `${times} × ${reason}`)
    return `  ${name.padEnd(26)}${String(tries).padStart(6)}${String(connected).padStart(11)}${`${seconds.toFixed(1)} s`.padStart(9)}  ${why.join('; ')}`
  }
  const all = cells.flatMap(({ outcomes }) => outcomes)
  const { tries, connected, reasons } = summary(all)
  const share = tries ? connected / tries : 0
  const named = !Object.keys(reasons).some((reason) => reason.startsWith('unknown'))
  return {
    text: [
      `  ${'flow, network'.padEnd(26)}${'tries'.padStart(6)}${'connected'.padStart(11)}${'median'.padStart(9)}  other ends`,
      ...cells.map(({ flow, profile, outcomes }) => line(`${flow}, ${profile}`, outcomes)),
      line('all', all),
      '',
      `${(share * 100).toFixed(2)} % connected; the goal is ${goal * 100} %.${named ? '' : ' Some ends have no reason of ours.'}`,
    ].join('\n'),
    ok: share >= goal && named,
  }
}
