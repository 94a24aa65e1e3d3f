import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { exampleModule, examplesOf, withoutExample } from './examples.js'
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
const programs = new Set(['cd', 'cp', 'curl', 'docker', 'export', 'git', 'mkdir', 'openssl', 'sudo', 'systemctl', 'kill', 'sha256sum'])

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
  // What one command downloads, the next one may start.
  const fetched = commands.flatMap((command) => /^curl -O \S+\/([\w.-]+)$/.exec(command)?.[1] ?? [])
  const reader = { ...project, hasFile: (/** @type {string} */ path) => fetched.includes(path) || project.hasFile(path) }
  return commands.flatMap((command) => {
    const why = judgeCommand(command, reader)
    return why ? [`${command}: ${why}`] : []
  })
}

/** What stands around a block: the modal of the blocks before it, on a page what the script tag gives, and nothing else. */
const sdkContext = `import type { Modal as LatchkeyModal, ModalOptions } from '@latchkey/sdk'
declare global {
  type PageModal = LatchkeyModal & { createModal(options: Omit<ModalOptions, 'dialogUrl'> & { dialogUrl?: string }): LatchkeyModal }
  const modal: LatchkeyModal
  const Modal: PageModal
  const Latchkey: PageModal
  /** Until the script has run, anything may stand there that keeps calls for it. */
  interface Window { Modal: unknown; Latchkey: unknown; latchkeyReady: unknown }
}
`
const documentOptions = {
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

/** Docstrings stand in the sources, so their examples are compiled against them, with the options of the sources. */
const exampleOptions = {
  extends: '../../tsconfig.json',
  compilerOptions: { incremental: false, tsBuildInfoFile: null, noUnusedLocals: false },
}

/** An example of the SDK may use the modal of the page. */
const exampleContext = "import type { Modal } from '@latchkey/sdk'\ndeclare global {\n  const modal: Modal\n}\n"

/** @typedef {ReadonlyMap<string, { at: (line: number) => string, code: string }>} Pieces by file name; `at` says where a line stands */

/**
 * Compiles pieces of code.
 *
 * @param {string} name of a folder for them
 * @param {Pieces} files
 * @param {{ extends?: string, compilerOptions: object }} config
 * @param {string} [context] declarations that stand around each of them
 * @returns {string[]} findings
 */
function compile(name, files, config, context = sdkContext) {
  if (!files.size) return []
  const folder = join(root, '.cache', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'context.d.ts'), context)
  for (const [file, { code }] of files) writeFileSync(join(folder, file), code)
  const path = join(folder, 'tsconfig.json')
  writeFileSync(path, JSON.stringify({ ...config, include: [], files: ['context.d.ts', ...files.keys()] }))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', path, '--pretty', 'false'], { encoding: 'utf8', cwd: folder })
  const errors = [...stdout.matchAll(/^([^\s(]+)\((\d+),\d+\): error \w+: (.*)$/gm)]
  if (status !== 0 && !errors.length) return [`${name}: could not be compiled: ${stdout}`]
  return errors.map(([, path, line, message]) => {
    const file = files.get(path?.split('/').at(-1) ?? '')
    return file ? `${file.at(Number(line))}: ${message}` : `${path}: ${message}`
  })
}

/** What an application or another workspace imports: `exports` of the package, as sources. */
const publicModules = [
  ...['index', 'networks/index', 'react/index', 'wagmi/index'].map((name) => `host-sdk/src/${name}.ts`),
  ...['index', 'bridge', 'schemas/index', 'schemas/account', 'schemas/directory', 'schemas/mistakes', 'schemas/secure'].map(
    (name) => `protocol/src/${name}.ts`,
  ),
]

/** Every `@example` of a docstring compiles, and every public function has one. */
function checkExamples() {
  const files = new Map()
  for (const path of listFiles(/\.(tsx?|js)$/)) {
    const source = readText(path)
    if (!source.includes('* @example')) continue
    for (const { line, code } of examplesOf(path, source)) {
      const at = (/** @type {number} */ inside) => `${path}:${line + inside - 1}`
      const name = `${path.replace(/\W/g, '_')}_${line}.${path.endsWith('.js') ? 'js' : 'tsx'}`
      files.set(name, { at, code: exampleModule(path, source, code, '../..') })
    }
  }
  const bare = [...new Set(publicModules.flatMap((entry) => withoutExample(entry, readText)))]
  const findings = bare.map((one) => `${one} is public and has no @example`)
  return { findings: [...findings, ...compile('examples', files, exampleOptions, exampleContext)], count: files.size }
}

/** Every code block of the documentation: compiled, parsed, or made of commands that there are. Every example in a docstring: compiled. */
export function check() {
  if (!existsSync(join(root, 'host-sdk/dist/npm/index.d.ts')))
    return { findings: ['host-sdk/dist/npm is missing: run "npm run build"'], summary: '' }
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const project = {
    hasScript: (/** @type {string} */ name) => name in manifest.scripts,
    hasBin: (/** @type {string} */ name) => existsSync(join(root, 'node_modules/.bin', name)),
    hasFile: (/** @type {string} */ path) => existsSync(join(root, path)),
  }
  const modules = new Map()
  const scripts = new Map()
  const findings = []
  let count = 0
  for (const document of listFiles(documents))
    for (const { line, language, code } of codeBlocks(readText(document))) {
      const where = `${document}:${line}`
      const at = (/** @type {number} */ inside) => `${document}:${line + inside - 1}`
      const name = `${document.replace(/\W/g, '_')}_${line}`
      count += 1
      if (language === 'js') scripts.set(`${name}.js`, { at, code })
      else if (language === 'ts' || language === 'tsx') modules.set(`${name}.${language}`, { at, code: `${code}\nexport {}` })
      else if (language === 'html')
        for (const [index, script] of inlineScripts(code).entries()) scripts.set(`${name}_${index}.js`, { at, code: script })
      else if (language === 'json') findings.push(...[judgeJson(code) ?? []].flat().map((why) => `${where}: ${why}`))
      else if (language === 'sh') findings.push(...judgeShell(code, project).map((why) => `${where}: ${why}`))
    }
  // A page's own scripts are plain JavaScript: its names and calls are checked, and it writes no types.
  const scriptOptions = { ...documentOptions, strict: false, moduleDetection: 'legacy' }
  findings.push(
    ...compile('docs', modules, { compilerOptions: documentOptions }),
    ...compile('scripts', scripts, { compilerOptions: scriptOptions }),
  )
  const examples = checkExamples()
  return {
    findings: [...findings, ...examples.findings],
    summary: `${count} code blocks of the documentation and ${examples.count} examples of docstrings hold`,
  }
}
