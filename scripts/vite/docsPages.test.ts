import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { docsPage } from './docsPages.ts'

const docs = join(import.meta.dirname, '../../docs')
const files = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'))
const pages = new Map(files.map((file) => [`/docs/${file.slice(0, -3)}`, docsPage(readFileSync(join(docs, file), 'utf8'), `docs/${file}`)]))
const ids = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)

describe('docsPage', () => {
  test('behavior: headings and tables can be read and linked to', () => {
    const html = docsPage('# Errors\n\n## When there is no dialog\n\n| a | b |\n| - | - |\n| <a id="x"></a>`c` | <d> |\n', 'docs/errors.md')
    expect(html).toContain('<title>Errors · Latchkey</title>')
    expect(html).toContain('<h2 id="when-there-is-no-dialog">')
    expect(html).toContain('<a id="x"></a><code>c</code>')
  })

  test('behavior: every link within the documentation leads to a page that is served, and to a place on it', () => {
    for (const [page, html] of pages)
      for (const [, href = ''] of html.matchAll(/<a href="([^"]+)"/g)) {
        if (/^https?:/.test(href)) continue
        const [path, anchor] = href.split('#')
        const target = pages.get(path || page)
        expect([page, href, target !== undefined]).toEqual([page, href, true])
        if (anchor) expect([page, href, ids(target ?? '').includes(anchor)]).toEqual([page, href, true])
      }
  })

  test('behavior: what is not served is text, and nothing is fetched', () => {
    const html = docsPage('[the code](../services/src/main.ts), [readme](../README.md), ![a picture](connect.png)', 'docs/embed.md')
    expect(html).toContain('<p>the code, readme, a picture</p>')
    for (const all of pages.values()) expect(all).not.toMatch(/<(img|script|iframe)\b/)
  })
})
