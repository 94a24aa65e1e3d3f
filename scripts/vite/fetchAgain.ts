import { type Plugin, parseSync } from 'vite'

/** Vite's own module, through which a built page imports what it needs later. */
const helper = /^\0vite\/preload-helper\.js$/
const own = 'export const __vitePreload ='
/** Vite counts a style sheet whose request failed as loaded from then on, and leaves its element in the document: the repetition would find both. */
const failedStyles = [
  [/seen\[href\] = void 0;(\s*throw err)/, 'delete seen[href];$1'],
  [/if \(e\.type === "error"\)(?= rej\()/, '$& link.remove(),'],
] as const

/** Pauses before a part is fetched again, in milliseconds. */
const pauses = [300, 1_000]

/** The wrapper of an `import()`, which repeats it after each pause while it fails. */
const again = (name: string, fetch: string) => `const ${name} = async (...parameters) => {
  for (const pause of ${JSON.stringify(pauses)})
    try {
      return await ${fetch}(...parameters)
    } catch (error) {
      if (!navigator.onLine) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  return ${fetch}(...parameters)
}`

/**
 * Repeats an `import()` whose request failed, so that a user does not notice one broken connection. Without a network it fails at once.
 * Chromium requests a failed module again (https://github.com/whatwg/html/pull/10327); browsers that remember the failure do not.
 */
export function fetchAgain(): Plugin {
  return {
    name: 'latchkey:fetch-again',
    apply: 'build',
    transform: {
      filter: { id: helper },
      handler(code) {
        if (!code.includes(own) || failedStyles.some(([text]) => !text.test(code)))
          throw new Error('Vite’s module that imports later parts has changed: look at scripts/vite/fetchAgain.ts again.')
        const repeatable = failedStyles.reduce((text, [from, to]) => text.replace(from, to), code)
        return {
          code: `${repeatable.replace(own, 'const fetchOnce =')}\nexport ${again('__vitePreload', 'fetchOnce')}`,
          map: null,
        }
      },
    },
  }
}

type Node = { readonly type: string; readonly start: number; readonly end: number }
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/** Every `import()` of a syntax tree, in their order. */
function importsIn(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(importsIn)
  if (!isNode(value)) return []
  return value.type === 'ImportExpression' ? [value] : Object.values(value).flatMap(importsIn)
}

/** A module of its own, so that a Worker has it once. */
const workerHelper = 'virtual:import-again'

/**
 * The same in a Worker, where Vite has no module that imports later parts: each `import()` of our own code goes through one of ours.
 *
 * @param ours modules whose imports are meant
 */
export function fetchAgainInWorker(ours: RegExp): Plugin {
  return {
    name: 'latchkey:fetch-again-in-worker',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === workerHelper ? `\0${id}` : undefined),
    load: (id) => (id === `\0${workerHelper}` ? `export ${again('importAgain', '((load) => load())')}` : undefined),
    transform: {
      filter: { id: ours, code: /\bimport\(/ },
      handler(code, id) {
        const imports = importsIn(parseSync(id, code).program)
        const wrapped = imports.reduceRight(
          (text, { start, end }) => `${text.slice(0, start)}importAgain(() => ${text.slice(start, end)})${text.slice(end)}`,
          code,
        )
        return { code: `import { importAgain } from '${workerHelper}'\n${wrapped}`, map: null }
      },
    },
  }
}
