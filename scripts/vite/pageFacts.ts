import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Writes `page.json` beside the built pages: per HTML file the CSP hashes of its inline styles and scripts.
 * The edge generates its headers from it, so that a policy can never disagree with the build.
 */
export function pageFacts(): Plugin {
  const pages: Record<string, { styles: string[]; scripts: string[] }> = {}
  return {
    name: 'latchkey:page-facts',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.html')) continue
        const html = String(file.source)
        const bodies = (pattern: RegExp) => [...html.matchAll(pattern)].map((match) => hash(match[1] ?? ''))
        pages[file.fileName] = {
          styles: bodies(/<style[^>]*>([\s\S]*?)<\/style>/g),
          scripts: bodies(/<script(?![^>]*\b(?:src|type="application\/json"))[^>]*>([\s\S]*?)<\/script>/g),
        }
      }
      this.emitFile({ type: 'asset', fileName: 'page.json', source: JSON.stringify(pages, null, 2) })
    },
  }
}
