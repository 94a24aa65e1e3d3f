import type { Plugin } from 'vite'

/**
 * Puts `'use client'` (React Server Components) in front of entries whose hooks and contexts run in browsers. The directive of a source file
 * does not survive bundling.
 *
 * @param entries names of the entries
 */
export function useClient(entries: readonly string[]): Plugin {
  return {
    name: 'latchkey:use-client',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.isEntry && entries.includes(chunk.name)) chunk.code = `'use client'\n${chunk.code}`
    },
  }
}
