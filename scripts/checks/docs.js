import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { listFiles, readText, root } from './sources.js'

/** @typedef {{ hasScript(name: string): boolean, hasBin(name: string): boolean, hasFile(path: string): boolean }} Project */

/** Notices of others, and what the embedded wallet's attacks are: nothing to copy. */
const documents = /^(README|docs\/.*|deploy\/.*|host-sdk\/.*|secure-frame\/README|services\/catalog\/README)\.md$/

/**
 * Code blocks of a document.
 *
 * @param {string} text Markdown
 * @returns {{ line: number, language: string, code: string }[]} `line` is that of the first line of code
 */
export function codeBlocks(text) {
  /** @type {{ line: number, language: string, code: string }[]} */
  const blocks = []
  /** @type {{ line: number, language: string, lines: string[] } | undefined} */
  let open
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^\s*```(\S*)/.exec(line)
    if (!fence) open?.lines.push(line)
    else if (open) {
      blocks.push({ line: open.line, language: open.language, code: open.lines.join('\n') })
      open = undefined
    } else open = { line: index + 2, language: fence[1] ?? '', lines: [] }
  }
  return blocks
}

/** Inline scripts of a piece of HTML, each on the lines on which it stands; event handlers too. */
export const inlineScripts = (/** @type {string} */ html) => [
  ...[...html.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*application\/json)[^>]*>([\s\S]*?)<\/script>/g)].map(
    (match) => html.slice(0, match.index + match[0].indexOf('>') + 1).replace(/[^\n]/g, '') + match[1],
  ),
  ...[...html.matchAll(/\son[a-z]+="([^"]*)"/g)].map((match) => match[1] ?? ''),
]

/** @returns {string | undefined} why a piece of JSON is none; the inside of an object counts as one */
export function judgeJson(/** @type {string} */ code) {
  try {
    JSON.parse(/^\s*"/.test(code) ? `{${code}}` : code)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Programs that a reader has: a shell's own, Node's, and what a server has. */
const programs = new Set(['cd', 'cp', 'curl', 'docker', 'export', 'git', 'mkdir', 'openssl', 'sudo', 'systemctl', 'kill'])

/** @returns {string | undefined} why a command cannot be run in a clone */
function judgeCommand(/** @type {string} */ command, /** @type {Project} */ project) {
  const [program, ...parameters] = command.split(/\s+/).filter((word) => !/^[A-Z_]+=/.test(word))
  const named = parameters.find((word) => !word.startsWith('-'))
  if (!program || programs.has(program)) return undefined
  if (program === 'npm') {
    const script = named === 'run' ? parameters[parameters.indexOf('run') + 1] : ['start', 'test'].includes(named ?? '') ? named : undefined
    if (script !== undefined) return project.hasScript(script) ? undefined : `there is no script "${script}"`
    return ['ci', 'i', 'install', 'pack', 'update'].includes(named ?? '') ? undefined : `npm has no command "${named}"`
  }
  if (program === 'npx') return project.hasBin(named ?? '') ? undefined : `no package of ours has "${named}"`
  if (program === 'node') return project.hasFile(named ?? '') ? undefined : `there is no file ${named}`
  return `"${program}" is nothing that a reader has`
}

/**
 * @param {string} code of a shell block
 * @param {Project} project
 * @returns {string[]} findings
 */
export function judgeShell(code, project) {
  const commands = code
    .replace(/\\\n/g, ' ')
    .replace(/'[^']*'/g, "''")
    .split('\n')
    .flatMap((line) => line.replace(/(^|\s)#.*$/, '').split(/&&|\|\||\||;| · /))
    .map((command) => command.trim())
    .filter(Boolean)
  return commands.flatMap((command) => {
    const why = judgeCommand(command, project)
    return why ? [`${command}: ${why}`] : []
  })
}

const folder = join(root, '.cache/docs')
/** What stands around a block: the modal of the blocks before it, on a page what the script tag gives, and nothing else. */
const context = `import type { Modal as LatchkeyModal, ModalOptions } from '@latchkey/sdk'
declare global {
  type PageModal = LatchkeyModal & { createModal(options: Omit<ModalOptions, 'dialogUrl'> & { dialogUrl?: string }): LatchkeyModal }
  const modal: LatchkeyModal
  const Modal: PageModal
  const Latchkey: PageModal
  /** Until the script has run, anything may stand there that keeps calls for it. */
  interface Window { Modal: unknown; Latchkey: unknown; latchkeyReady: unknown }
}
`
const compilerOptions = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  moduleDetection: 'force',
  jsx: 'react-jsx',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowJs: true,
  checkJs: true,
  types: ['react'],
  paths: Object.fromEntries(
    ['index', 'networks', 'react', 'wagmi'].map((name) => [
      name === 'index' ? '@latchkey/sdk' : `@latchkey/sdk/${name}`,
      [`../../host-sdk/dist/npm/${name}.d.ts`],
    ]),
  ),
}

/**
 * Compiles pieces of code against the built package, strictly.
 *
 * @param {ReadonlyMap<string, { at: (line: number) => string, code: string }>} files by name; `at` says where a line stands
 * @returns {string[]} findings
 */
function compile(files) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'context.d.ts'), context)
  for (const [name, { code }] of files) writeFileSync(join(folder, name), code)
  const findings = []
  // A page's own scripts are plain JavaScript: its names and calls are checked, and it writes no types.
  for (const { kind, options } of [
    { kind: /\.tsx?$/, options: compilerOptions },
    { kind: /\.js$/, options: { ...compilerOptions, strict: false, moduleDetection: 'legacy' } },
  ]) {
    const names = [...files.keys()].filter((name) => kind.test(name))
    if (!names.length) continue
    const config = join(folder, `tsconfig.${names.length}.json`)
    writeFileSync(config, JSON.stringify({ compilerOptions: options, files: ['context.d.ts', ...names] }))
    const { stdout, status } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), '-p', config, '--pretty', 'false'],
      {
        encoding: 'utf8',
        cwd: folder,
      },
    )
    const errors = [...stdout.matchAll(/^([^\s(]+)\((\d+),\d+\): error \w+: (.*)$/gm)]
    for (const [, path, line, message] of errors) {
      const file = files.get(path?.split('/').at(-1) ?? '')
      findings.push(file ? `${file.at(Number(line))}: ${message}` : `${path}: ${message}`)
    }
    if (status !== 0 && !errors.length) findings.push(`the code blocks could not be compiled: ${stdout}`)
  }
  return findings
}

/** Every code block of the documentation: compiled, parsed, or made of commands that there are. */
export function check() {
  if (!existsSync(join(root, 'host-sdk/dist/npm/index.d.ts')))
    return { findings: ['host-sdk/dist/npm is missing: run "npm run build"'], summary: '' }
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const project = {
    hasScript: (/** @type {string} */ name) => name in manifest.scripts,
    hasBin: (/** @type {string} */ name) => name in manifest.bin || existsSync(join(root, 'node_modules/.bin', name)),
    hasFile: (/** @type {string} */ path) => existsSync(join(root, path)),
  }
  const files = new Map()
  const findings = []
  let count = 0
  for (const document of listFiles(documents))
    for (const { line, language, code } of codeBlocks(readText(document))) {
      const where = `${document}:${line}`
      const at = (/** @type {number} */ inside) => `${document}:${line + inside - 1}`
      const name = `${document.replace(/\W/g, '_')}_${line}`
      count += 1
      if (['ts', 'tsx', 'js'].includes(language))
        files.set(`${name}.${language}`, { at, code: language === 'js' ? code : `${code}\nexport {}` })
      else if (language === 'html')
        for (const [index, script] of inlineScripts(code).entries()) files.set(`${name}_${index}.js`, { at, code: script })
      else if (language === 'json') findings.push(...[judgeJson(code) ?? []].flat().map((why) => `${where}: ${why}`))
      else if (language === 'sh') findings.push(...judgeShell(code, project).map((why) => `${where}: ${why}`))
    }
  return { findings: [...findings, ...compile(files)], summary: `${count} code blocks of the documentation hold` }
}
