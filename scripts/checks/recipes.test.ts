import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from './sources.js'

/*
 * Plays the recipes of docs/contributing.md in a copy of the sources: plants the first line of each, and sees that the compiler or a test names
 * every place that is still to be done. What it plants is thrown away.
 */

const workspaces = ['protocol', 'host-sdk', 'dialog-app', 'secure-frame', 'services', 'testkit']
const folders = [...workspaces, 'scripts', 'docs']
/** Tests that go through a registry. */
const tests = [
  'dialog-app/src/testing/states.test.ts',
  'host-sdk/src/discovery/createFamilies.test.ts',
  'protocol/src/families/families.test.ts',
  'scripts/checks/families.test.ts',
  'scripts/checks/languages.test.ts',
  'scripts/checks/socialProviders.test.ts',
  'testkit/src/identity/localProviders.test.ts',
  'secure-frame/src/shell/i18n.test.ts',
]
const cli = (name: string, file: string) => join(root, 'node_modules', name, file)

let copy = ''
const edit = (path: string, before: string, after: string) => {
  const text = readFileSync(join(copy, path), 'utf8')
  if (!text.includes(before)) throw new Error(`${path} has no ${before}`)
  writeFileSync(join(copy, path), text.replace(before, after))
}

/** Runs a tool in the copy. It is to find something, so it is to fail. */
const run = (parameters: readonly string[]) =>
  new Promise<string>((resolve) => {
    const env = { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1' }
    execFile(process.execPath, parameters, { cwd: copy, env, maxBuffer: 1e8 }, (_error, stdout) => resolve(stdout))
  })

function makeCopy() {
  copy = realpathSync(mkdtempSync(join(tmpdir(), 'latchkey-recipes-')))
  const filter = (path: string) => !/\/(?:node_modules|dist|testing\/screens)(?:\/|$)/.test(path.slice(root.length))
  for (const folder of folders) cpSync(join(root, folder), join(copy, folder), { recursive: true, filter })
  for (const file of ['package.json', 'tsconfig.json', 'vite.config.ts']) cpSync(join(root, file), join(copy, file))
  const link = (from: string, to: string) => symlinkSync(from, to, 'junction')
  mkdirSync(join(copy, 'node_modules/@latchkey'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.') && name !== '@latchkey') link(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  for (const name of readdirSync(join(root, 'node_modules/@latchkey'))) {
    const folder = name === 'sdk' ? 'host-sdk' : name
    link(join(copy, folder), join(copy, 'node_modules/@latchkey', name))
  }
  for (const folder of workspaces)
    if (readdirSync(join(root, folder)).includes('node_modules'))
      link(join(root, folder, 'node_modules'), join(copy, folder, 'node_modules'))
}

/** Files that the compiler complains about. */
async function judgedByCompiler(): Promise<ReadonlySet<string>> {
  const config = {
    extends: './tsconfig.json',
    include: workspaces.map((folder) => `${folder}/src`),
    exclude: ['**/*.test.ts', '**/*.test.tsx'],
  }
  writeFileSync(join(copy, 'tsconfig.recipes.json'), JSON.stringify(config))
  const output = await run([cli('typescript', 'bin/tsc'), '-p', 'tsconfig.recipes.json', '--pretty', 'false'])
  return new Set([...output.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map((match) => match[1] ?? ''))
}

/** Titles of tests that fail. */
async function judgedByTests(): Promise<readonly string[]> {
  const output = await run([cli('vitest', 'vitest.mjs'), 'run', ...tests, '--reporter=json'])
  type Report = { readonly testResults: readonly { readonly assertionResults: readonly { status: string; title: string }[] }[] }
  const { testResults } = JSON.parse(output.slice(output.indexOf('{'))) as Report
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ title }) => title),
  )
}

let files: ReadonlySet<string>
let titles: readonly string[]

beforeAll(async () => {
  makeCopy()
  edit('protocol/src/families/ids.ts', "'eip155',", "'eip155', 'tezos',")
  edit('protocol/src/views.ts', "'Connect',", "'Connect', 'Tour',")
  edit('protocol/src/socialProviders.ts', "google: 'Google',", "google: 'Google',\n  gitlab: 'GitLab',")
  edit('protocol/src/languages.ts', "en: 'ltr',", "en: 'ltr', 'sr-Latn': 'ltr',")
  files = await judgedByCompiler()
  // Without its declaration nothing runs; with it, tests name the rest.
  edit('protocol/src/families/ids.ts', "export * from './eip155.js'", "export * from './eip155.js'\nexport * from './tezos.js'")
  writeFileSync(
    join(copy, 'protocol/src/families/tezos.ts'),
    "import { eip155Family } from './eip155.js'\nexport const tezosFamily = { ...eip155Family, mainNetworkId: 'tezos:1' } as const\n",
  )
  // The same of a view that says what it needs.
  edit('dialog-app/src/state/view.ts', '  Connect: {', '  Tour: {},\n  Connect: {')
  titles = await judgedByTests()
}, 240_000)
afterAll(() => rmSync(copy, { recursive: true, force: true }))

describe('recipes', () => {
  test('behavior: a chain family: its declaration, its folder, mark and names in the dialog, discovery', () => {
    expect([...files]).toContain('protocol/src/families/index.ts')
    expect(titles).toEqual(
      expect.arrayContaining([
        'behavior: there is code that finds the wallets of tezos',
        'behavior: the dialog has a folder for tezos',
        'behavior: the dialog has a mark for tezos',
        'behavior: en has a name for tezos',
      ]),
    )
  })

  test('behavior: a view: what it needs, its loader, its states', () => {
    expect([...files]).toEqual(expect.arrayContaining(['dialog-app/src/state/view.ts', 'dialog-app/src/views/laterViews.ts']))
    expect(titles).toContain('behavior: the view Tour is drawn, judged and photographed')
  })

  test('behavior: a social login: how the server speaks to it, its mark, what an operator does, the local provider', () => {
    expect([...files]).toContain('services/src/auth/oauth/providers.ts')
    expect(titles).toEqual(
      expect.arrayContaining([
        'behavior: the dialog has a mark for gitlab',
        'behavior: docs/accounts.md says how an operator gets gitlab',
        'behavior: plays every provider that there is',
        'behavior: says who it plays for gitlab',
      ]),
    )
  })

  test('behavior: a language: words of the dialog, of the refusing document, of the secure frame, of the page', () => {
    expect([...files]).toContain('host-sdk/src/frame/translations.ts')
    expect(titles).toEqual(
      expect.arrayContaining([
        'behavior: the document for pages that may not use the dialog speaks sr-Latn',
        'behavior: sr-Latn has every sentence of the dialog, with the same values',
        'behavior: sr-Latn has every sentence, with the same values',
        'behavior: sr-Latn has a name for eip155',
      ]),
    )
  })
})
