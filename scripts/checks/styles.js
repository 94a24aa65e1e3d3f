import { listFiles, readText } from './sources.js'

/** The folder that a style sheet belongs to: of one view's parts, or of all that views share. */
const folders = /^(?:dialog-app|secure-frame)\/src\/(?:views\/\w+|\w+)(?=\/)/

/**
 * Finds classes that two folders of one app give rules to. A style sheet stays once it is loaded, so a view would look different after another one.
 *
 * @param {readonly (readonly [path: string, css: string])[]} sheets paths from the root
 * @returns {string[]} findings
 * @example
 * judgeStyles([['dialog-app/src/views/send/a.css', '.under {}'], ['dialog-app/src/views/login/b.css', '.under {}']])
 * // ['.under has rules in dialog-app/src/views/send and in dialog-app/src/views/login']
 */
export function judgeStyles(sheets) {
  /** @type {Map<string, Set<string>>} */
  const homes = new Map()
  for (const [path, css] of sheets) {
    const [folder = ''] = folders.exec(path) ?? []
    const [app] = folder.split('/')
    const rules = css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}@;]+)\{/g)
    for (const selector of [...rules].flatMap(([, selectors = '']) => selectors.split(','))) {
      const [, name] = /^\s*(\.[\w-]+)\s*$/.exec(selector) ?? []
      if (name) homes.set(`${app} ${name}`, (homes.get(`${app} ${name}`) ?? new Set()).add(folder))
    }
  }
  return [...homes].flatMap(([key, own]) => (own.size > 1 ? [`${key.split(' ')[1]} has rules in ${[...own].join(' and in ')}`] : []))
}

/** The rules of each class are in one folder. */
export function check() {
  const paths = listFiles(/\.css$/).filter((path) => folders.test(path))
  return {
    findings: judgeStyles(paths.map((path) => [path, readText(path)])),
    summary: `${paths.length} style sheets: no class has rules in two folders`,
  }
}
