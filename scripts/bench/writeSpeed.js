import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../entry/root.js'

/** @import { Figure } from './goals.js' */
/** @import { Results } from './runBench.js' */

const signs = { true: 'yes', false: 'no', undefined: '–' }

/**
 * Writes the page of figures: all of one run that there is a goal for.
 *
 * @param {readonly Figure[]} figures
 * @param {Pick<Results, 'date' | 'commit' | 'machine'>} run
 * @param {number} visits of each kind
 */
export function writeSpeed(figures, { date, commit, machine }, visits) {
  const { cores, cpu, node, load, loadAfter, chromium } = machine
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const rows = figures.map(
    ({ name, measured, ratio = '', goal, reached }) =>
      `| ${name} | ${measured} | ${ratio} | ${goal} | ${signs[/** @type {'true'} */ (String(reached))]} |`,
  )
  const text = `# Speed, measured

Written by \`npm run bench -- goals\` on ${date}, version ${version}, at commit ${commit}: ${cores} × ${cpu}, load ${load} before and ${loadAfter} after, Node ${node}, Chromium ${chromium}, ${visits} visits of each kind.
All figures are of this one run. A ratio compares with something else that was measured in the same minutes; absolute times are the machine's, and of what else it had to do.
In brackets: the middle half. [Why the goals that are not reached are not](design/speed.md).

| figure | measured | ratio | goal | reached |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`
  writeFileSync(join(root, 'docs', 'speed.md'), text)
}
