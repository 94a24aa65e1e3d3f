import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

/**
 * Compiles the ICU messages of `locales/*.json`, and of the chain families' `names.json`, while building, so that the browser gets no message parser (Lingui's compiled form).
 */
export function compileMessages(): Plugin {
  return {
    name: 'latchkey:compile-messages',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/(?:locales\/[\w-]+|namespaces\/[\w-]+\/names)\.json$/.test(id)) return undefined
      const source = JSON.parse(code) as Record<string, string>
      const compiled = Object.fromEntries(Object.entries(source).map(([key, message]) => [key, compileMessage(message)]))
      return { code: JSON.stringify(compiled), map: null }
    },
  }
}
