import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { runnerImport } from 'vite'
import { parse, walk } from './parse.js'
import { listFiles, readText, root } from './sources.js'

/** @import { Node } from './parse.js' */
/** @typedef {{ shown: readonly string[], codes?: readonly number[], when: string, remedy: string, test: readonly [string, string] }} Row */
/** @typedef {Readonly<Record<string, Readonly<Record<string, string | ((value: string) => string)>>>>} Messages Texts by group and name */

const errorsDocument = 'docs/errors.md'
const optionsDocument = 'docs/options.md'
const eventsDocument = 'docs/events.md'
const [begin, end] = ['<!-- generated: node scripts/checks/catalogue.js --write -->', '<!-- /generated -->']
/** Code of the product, which raises texts; tests and what plays a part in them do not count. */
const product = /^(protocol|host-sdk|dialog-app|secure-frame|services)\/src\/(?!.*(\.test\.|\/testing\/)).*\.(ts|tsx)$/

/** @param {string} path of TypeScript @returns {Promise<Record<string, any>>} what it exports */
async function load(path) {
  const { module } = await runnerImport(join(root, path), { configFile: false, logLevel: 'error' })
  return /** @type {Record<string, any>} */ (module)
}

/**
 * Titles of the tests in a file; of a title that is put together, what is written.
 *
 * @param {string} path
 * @param {string} source
 * @returns {string[]}
 */
export function testTitles(path, source) {
  /** @type {string[]} */
  const titles = []
  walk(parse(path, source).program, (node) => {
    if (node.type !== 'CallExpression' || !isTest(node.callee)) return
    const [title] = node.arguments
    if (title?.type === 'Literal' && typeof title.value === 'string') titles.push(title.value)
    if (title?.type === 'TemplateLiteral') titles.push(title.quasis.map((/** @type {Node} */ part) => part.value.cooked).join('…'))
  })
  return titles
}

/** `test(…)`, `test.each(…)(…)`. */
const isTest = (/** @type {Node} */ callee) =>
  (callee.type === 'Identifier' && callee.name === 'test') ||
  (callee.type === 'CallExpression' && callee.callee.type === 'MemberExpression' && callee.callee.object.name === 'test')

/** Ids of texts (`alerts.serverError`) that a file mentions in code. */
export function textsUsed(/** @type {string} */ path, /** @type {string} */ source, /** @type {Messages} */ messages) {
  /** @type {Set<string>} */
  const used = new Set()
  walk(parse(path, source).program, (node) => {
    // `keyof typeof transactionErrors`: code that tells all of them apart by name.
    if (node.type === 'TSTypeQuery' && node.exprName?.type === 'Identifier')
      for (const name of Object.keys(messages[node.exprName.name] ?? {})) used.add(`${node.exprName.name}.${name}`)
    if (node.type !== 'MemberExpression' || node.computed || node.object.type !== 'Identifier') return
    const [group, name] = [node.object.name, node.property.name]
    if (Object.hasOwn(messages[group] ?? {}, name)) used.add(`${group}.${name}`)
  })
  return used
}

/** A text as it stands in the documentation. */
export const textOf = (/** @type {string | ((value: string) => string)} */ text) => (typeof text === 'function' ? text('{…}') : text)

/** What is on each side of a difference. */
const difference = (/** @type {Iterable<string>} */ wanted, /** @type {Iterable<string>} */ there) => {
  const known = new Set(there)
  return [...wanted].filter((one) => !known.has(one))
}

const row = (/** @type {readonly string[]} */ cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

/**
 * The tables of docs/errors.md.
 *
 * @param {Readonly<Record<string, Row>>} catalogue
 * @param {Messages} messages
 * @param {{ codes: Readonly<Record<string, number>>, meanings: Readonly<Record<string, string>>, never: readonly { text: string, why: string }[] }} more
 */
export function errorTables(catalogue, messages, { codes, meanings, never }) {
  const texts = Object.entries(catalogue).map(([id, { shown, codes: own = [], when, remedy }]) => {
    const [group = '', name = ''] = id.split('.')
    return row([`\`${textOf(messages[group]?.[name] ?? '').replaceAll('`', "'")}\``, shown.join(', '), own.join(', ') || '–', when, remedy])
  })
  return [
    '| text | shown as | code | when | what to do |',
    '| --- | --- | --- | --- | --- |',
    ...texts,
    '',
    'Every code:',
    '',
    '| code | name | meaning |',
    '| --- | --- | --- |',
    ...Object.entries(codes).map(([name, code]) => row([String(code), `\`${name}\``, meanings[name] ?? ''])),
    '',
    'Texts of other wallet dialogs that nothing raises here:',
    '',
    '| text | why not |',
    '| --- | --- |',
    ...never.map(({ text, why }) => row([`\`${text}\``, why])),
  ].join('\n')
}

/** The document with its generated part replaced; undefined when it has none. */
export function withTables(/** @type {string} */ document, /** @type {string} */ tables) {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)]
  return from < 0 || to < from ? undefined : `${document.slice(0, from + begin.length)}\n\n${tables}\n\n${document.slice(to)}`
}

/** Names in the table of a document that follows a heading cell: the code spans of the first column. */
export function namesInTable(/** @type {string} */ document, /** @type {RegExp} */ head) {
  const lines = document.split('\n')
  const start = lines.findIndex((line) => head.test(line))
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'))
  return lines.slice(start + 2, start + length).flatMap((line) => {
    const [, first = ''] = line.split('|')
    return [...first.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  })
}

/** Members of an exported object type. */
export function membersOf(/** @type {string} */ path, /** @type {string} */ source, /** @type {string} */ name) {
  /** @type {string[]} */
  let members = []
  walk(parse(path, source).program, (node) => {
    if (node.type === 'TSTypeAliasDeclaration' && node.id.name === name && node.typeAnnotation.type === 'TSTypeLiteral')
      members = node.typeAnnotation.members.map((/** @type {Node} */ member) => member.key.name)
  })
  return members
}

/** Texts of an exported or local union of texts; of another member of it, nothing. */
export function textsOf(/** @type {string} */ path, /** @type {string} */ source, /** @type {string} */ name) {
  /** @type {string[]} */
  let texts = []
  walk(parse(path, source).program, (node) => {
    if (node.type === 'TSTypeAliasDeclaration' && node.id.name === name && node.typeAnnotation.type === 'TSUnionType')
      texts = node.typeAnnotation.types.flatMap((/** @type {Node} */ type) => (type.type === 'TSLiteralType' ? [type.literal.value] : []))
  })
  return texts
}

async function readAll() {
  const [messages, { errorCatalogue, neverRaised, codeMeanings }, codes, options, { pageOptions }] = await Promise.all([
    load('protocol/src/messages.ts'),
    load('protocol/src/errorCatalogue.ts'),
    load('protocol/src/errors/codes.ts'),
    load('protocol/src/schemas/options.ts'),
    load('protocol/src/schemas/pageOptions.ts'),
  ])
  const tables = errorTables(errorCatalogue, messages, { codes, meanings: codeMeanings, never: neverRaised })
  return {
    messages,
    catalogue: /** @type {Record<string, Row>} */ (errorCatalogue),
    codes,
    codeMeanings,
    options,
    pageOptions,
    tables,
  }
}

/** @param {Awaited<ReturnType<typeof readAll>>} facts */
function checkErrors({ messages, catalogue, codes, codeMeanings, tables }) {
  const used = new Set(listFiles(product).flatMap((path) => [...textsUsed(path, readText(path), messages)]))
  const rows = Object.keys(catalogue)
  const document = readText(errorsDocument)
  return [
    ...difference(used, rows).map((id) => `protocol/src/errorCatalogue.ts has no row for ${id}, which code raises`),
    ...difference(rows, used).map((id) => `protocol/src/errorCatalogue.ts has a row for ${id}, which no code raises`),
    ...difference(Object.keys(codes), Object.keys(codeMeanings)).map(
      (name) => `protocol/src/errorCatalogue.ts does not say what codes.${name} means`,
    ),
    ...difference(Object.keys(codeMeanings), Object.keys(codes)).map((name) => `there is no codes.${name}`),
    ...Object.entries(catalogue).flatMap(
      ([
        id,
        {
          test: [path, title],
        },
      ]) => {
        const [source] = listFiles(/\.(test|spec)\.tsx?$/).includes(path) ? [readText(path)] : []
        if (source === undefined) return [`the test of ${id}: there is no file ${path}`]
        return testTitles(path, source).some((each) => each.includes(title)) ? [] : [`the test of ${id}: ${path} has no test “${title}”`]
      },
    ),
    ...(withTables(document, tables) === document
      ? []
      : [`${errorsDocument} is not what is in the code: node scripts/checks/catalogue.js --write`]),
  ]
}

/** Every `data.reason`: protocol's `ErrorReason`. */
function checkReasons(/** @type {Messages} */ { frameReasons = {} }) {
  const declared = /** @type {const} */ ([
    ['protocol/src/errorReasons.ts', 'WalletReason'],
    ['protocol/src/secure.ts', 'SecureReason'],
  ]).flatMap(([path, name]) => textsOf(path, readText(path), name))
  const { loadFailed = '', requestTimeout = '' } = frameReasons
  const reasons = [...declared, `${loadFailed}`, `${requestTimeout}`]
  const documented = namesInTable(readText(errorsDocument), /^\| `data\.reason` /)
  return [
    ...difference(reasons, documented).map((name) => `${errorsDocument} lacks the reason ${name}`),
    ...difference(documented, reasons).map((name) => `${errorsDocument} has the reason ${name}, which does not exist`),
  ]
}

/** @param {Awaited<ReturnType<typeof readAll>>} facts */
function checkOptions({ options, pageOptions }) {
  const document = readText(optionsDocument)
  const { shape } = pageOptions
  const documented = [...document.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, name = '']) => name)
  // Known where the script and the package begin, before the dialog checks anything.
  const written = ['projectId', 'dialogUrl', 'siweConfig', ...Object.keys(shape).filter((name) => name !== 'inline')]
  const features = Object.keys(options.options.shape.features.def.innerType.shape)
  const named = [...document.matchAll(/`features\.(\w+)/g)].map(([, name = '']) => name)
  const typed = membersOf('protocol/src/contracts.ts', readText('protocol/src/contracts.ts'), 'Features')
  return [
    ...difference(written, documented).map((name) => `${optionsDocument} has no place for the option ${name}`),
    ...difference(documented, written).map((name) => `${optionsDocument} has a place for the option ${name}, which does not exist`),
    ...difference(features, named).map((name) => `${optionsDocument} does not name features.${name}`),
    ...difference(new Set(named), features).map((name) => `${optionsDocument} names features.${name}, which does not exist`),
    ...difference(typed, features).map((name) => `features.${name} has a type and no schema`),
    ...difference(features, typed).map((name) => `features.${name} has a schema and no type`),
  ]
}

async function checkEvents() {
  const { trackedEventNames } = await load('protocol/src/trackedEvents.ts')
  const document = readText(eventsDocument)
  const path = 'host-sdk/src/types.ts'
  const pairs = /** @type {const} */ ([
    ['event', membersOf(path, readText(path), 'ModalEvents'), namesInTable(document, /^\| event /)],
    ['event for statistics', trackedEventNames, namesInTable(document, /^\| `event` \|/)],
    ['field of the state', membersOf(path, readText(path), 'State'), namesInTable(document, /^\| `getState\(\)` /)],
  ])
  return pairs.flatMap(([what, inCode, inDocument]) => [
    ...difference(inCode, inDocument).map((name) => `${eventsDocument} lacks the ${what} ${name}`),
    ...difference(inDocument, inCode).map((name) => `${eventsDocument} has the ${what} ${name}, which does not exist`),
  ])
}

/** Options, events and error texts are the same in the code and in the documentation, and every text has its test. */
export async function check() {
  const facts = await readAll()
  const findings = [...checkErrors(facts), ...checkReasons(facts.messages), ...checkOptions(facts), ...(await checkEvents())]
  return {
    findings,
    summary: `${Object.keys(facts.catalogue).length} error texts, the options and the events are documented, and nothing else is`,
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href && process.argv.includes('--write')) {
  const { tables } = await readAll()
  const written = withTables(readText(errorsDocument), tables)
  if (written === undefined) throw new Error(`${errorsDocument} lacks ${begin} … ${end}`)
  writeFileSync(join(root, errorsDocument), written)
}
