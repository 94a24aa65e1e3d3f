import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { firstWords, otherLanguages } from './firstWords.ts'

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url))
const first = path('dialog-app/src/first')

/** What stands in for other modules in the script of the first view. */
const alias = [
  { find: /^react(\/jsx-runtime)?$/, replacement: `${first}/react.ts` },
  { find: /^.*\/lib\/i18n\.js$/, replacement: `${first}/i18n.ts` },
  { find: /^.*\/Guard\.js$/, replacement: `${first}/Guard.ts` },
  { find: /^.*\/Rich\.js$/, replacement: `${first}/Rich.tsx` },
  { find: /^.*\/usePicture\.js$/, replacement: `${first}/usePicture.ts` },
  { find: /^.*\/useLateParts\.js$/, replacement: `${first}/useLateParts.ts` },
]

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<Record<string, unknown>>
type Cut = { readonly start: number; readonly end: number; readonly by: string }

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'
const nameOf = (value: unknown) => (isNode(value) ? ((value.name ?? value.value) as unknown) : undefined)

/** What a view that is drawn once never does: handlers, effects, and code that comes later. */
function unusedIn(node: Node): Cut | undefined {
  const { start, end } = node
  if (node.type === 'ImportExpression') return { start, end, by: 'new Promise(() => {})' }
  if (node.type === 'CallExpression' && /^use(Layout)?Effect$/.test(String(nameOf(node.callee)))) return { start, end, by: 'void 0' }
  const name = String(nameOf(node.key))
  if (node.type === 'Property' && isNode(node.value) && node.value.type !== 'Identifier' && /^on[A-Z]/.test(name))
    return { start, end, by: `${name}: undefined` }
  return undefined
}

function cutsIn(value: unknown): Cut[] {
  if (Array.isArray(value)) return value.flatMap(cutsIn)
  if (!isNode(value)) return []
  const cut = unusedIn(value)
  return cut ? [cut] : Object.values(value).flatMap((child) => (typeof child === 'object' ? cutsIn(child) : []))
}

/** Takes out of the dialog's modules what a view that is drawn once never does, and with it what only that imports. */
function drawnOnce(): Plugin {
  return {
    name: 'latchkey:drawn-once',
    transform: {
      order: 'post',
      handler(code, id) {
        if (!id.startsWith(path('dialog-app/src/')) || id.startsWith(first) || !/\.tsx?$/.test(id)) return undefined
        const cuts = cutsIn(this.parse(code)).sort((one, other) => other.start - one.start)
        for (const { start, end, by } of cuts) code = code.slice(0, start) + by + code.slice(end)
        return cuts.length > 0 ? { code, map: null } : undefined
      },
    },
  }
}

/** A script of its own: the dialog's own modules, without React. */
async function buildFirst(config: Pick<UserConfig, 'define' | 'plugins'>, input: string, name: string): Promise<Rolldown.OutputChunk> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: path('dialog-app'),
    base: '/',
    ...config,
    resolve: { alias },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input,
        preserveEntrySignatures: 'strict',
        treeshake: { moduleSideEffects: false },
        output: { format: 'es', codeSplitting: false, entryFileNames: `assets/${name}-[hash:7].js` },
        optimization: { inlineConst: { mode: 'all', pass: 3 } },
      },
    },
  })
  const chunk = 'output' in built ? built.output.find((file) => file.type === 'chunk') : undefined
  if (!chunk) throw new Error(`${name} was not built once.`)
  return chunk
}

/** The words of every language but English: a file each. */
function wordFiles(): { readonly language: string; readonly fileName: string; readonly code: string }[] {
  return otherLanguages().map((language) => {
    const code = `export default ${JSON.stringify(firstWords(language))}`
    const hash = createHash('sha256').update(code).digest('base64url').slice(0, 7)
    return { language, fileName: `assets/firstWords-${language}-${hash}.js`, code }
  })
}

/**
 * Puts the script that draws the first view into the document in the place of the dialog's own, which it starts once that view is on the screen. The
 * browser fetches both at once. The check of a page's own colours is named there too, and the words of other languages: they are loaded for pages that need
 * them.
 *
 * @param config what the script is built with, as the dialog is
 */
export function firstView(config: Pick<UserConfig, 'define' | 'plugins'>): Plugin {
  let script: Rolldown.OutputChunk
  let tokens: Rolldown.OutputChunk
  const words = wordFiles()
  return {
    name: 'latchkey:first-view',
    apply: 'build',
    async buildStart() {
      const plugins = [...(config.plugins ?? []), drawnOnce()]
      const define = { ...config.define, __FIRST_WORDS__: JSON.stringify(firstWords('en')) }
      script = await buildFirst({ define, plugins }, `${first}/main.tsx`, 'first')
      tokens = await buildFirst(config, path('dialog-app/src/features/settings/themeTokens.ts'), 'themeTokens')
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { filename }) {
        if (!filename.endsWith('/index.html')) return html
        const links = [['tokens', tokens.fileName], ...words.map(({ language, fileName }) => [`words-${language}`, fileName])]
          .map(([name, fileName]) => `<link data-${name} href="/${fileName}">`)
          .join('\n    ')
        const replaced = html.replace(
          /<script type="module" crossorigin src="([^"]+)"><\/script>/,
          `<script type="module" crossorigin src="/${script.fileName}"></script>\n    <link rel="modulepreload" crossorigin data-main href="$1">\n    ${links}`,
        )
        if (replaced === html) throw new Error('The document has no script to start later.')
        return replaced
      },
    },
    generateBundle() {
      for (const { fileName, code } of [script, tokens, ...words]) this.emitFile({ type: 'asset', fileName, source: code })
    },
  }
}
