import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { Marked } from 'marked'
import type { Plugin } from 'vite'

const style = `
  :root { color-scheme: light dark }
  body { margin: 0 auto; padding: 24px 16px 96px; max-width: 60rem; font: 16px/1.6 system-ui, sans-serif }
  pre, table { overflow-x: auto; display: block; max-width: 100% }
  pre { padding: 12px 16px; border-radius: 12px; background: rgb(128 128 128 / 0.14) }
  code { font: 0.9em ui-monospace, monospace }
  table { border-collapse: collapse }
  td, th { padding: 6px 12px; border-block-end: 1px solid rgb(128 128 128 / 0.4); text-align: start; vertical-align: top }
  :target, tr:has(:target) { background: rgb(255 200 0 / 0.22); scroll-margin-block-start: 24px }
`

/** As GitHub names a heading. */
const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/<[^>]*>|[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Where a link leads on the server; undefined for what it does not serve. */
function target(href: string, from: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const file = posix.normalize(posix.join(posix.dirname(from), path))
  if (!file.startsWith('docs/') || !file.endsWith('.md')) return undefined
  return `/${file.slice(0, -'.md'.length)}${anchor === undefined ? '' : `#${anchor}`}`
}

/**
 * A page of the documentation as a document that needs nothing else: no script, no picture. What it links to beyond the documentation is text.
 *
 * @param from its path from the root, for example `docs/errors.md`
 * @example docsPage('# Errors', 'docs/errors.md').includes('<h1 id="errors">') // true
 */
export function docsPage(markdown: string, from: string): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${escapeHtml(slug(text))}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const to = target(href, from)
        const text = this.parser.parseInline(tokens)
        return to === undefined ? text : `<a href="${escapeHtml(to)}">${text}</a>`
      },
      image: ({ text }) => escapeHtml(text),
    },
  })
  const title = /^# (.*)$/m.exec(markdown)?.[1] ?? 'Latchkey'
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · Latchkey</title><link rel="icon" href="data:,"><style>${style}</style></head>
<body>
${marked.parse(markdown, { async: false })}
</body>
</html>
`
}

/** The documentation as pages beside the dialog's, so that what its console lines link to is where the dialog is. */
export function docsPages(root: string): Plugin {
  return {
    name: 'latchkey:docs-pages',
    apply: 'build',
    generateBundle() {
      const files = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
        .map((file) => `docs/${file.replaceAll('\\', '/')}`)
        .filter((file) => file.endsWith('.md'))
        .sort()
      const pages = files.map((file) => ({ file, markdown: readFileSync(join(root, file), 'utf8') }))
      const list = pages.map(({ file, markdown }) => `- [${/^# (.*)$/m.exec(markdown)?.[1] ?? file}](${file.slice('docs/'.length)})`)
      for (const { file, markdown } of [...pages, { file: 'docs/index', markdown: ['# Latchkey', ...list].join('\n') }])
        this.emitFile({ type: 'asset', fileName: file.replace(/(?:\.md)?$/, '.html'), source: docsPage(markdown, file) })
    },
  }
}
