import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

/**
 * Compiles the ICU messages of `locales/*.json`, and of the chain families' `names.json`, while building, so that the browser gets no message parser
 * (Lingui's compiled form). `names.json?english` is the English one of a family's names alone: few visitors need the others.
 */
export function compileMessages(): Plugin {
  return {
    name: 'latchkey:compile-messages',
    enforce: 'pre',
    transform(code, id) {
      const file = /\/(?:locales\/[\w-]+|namespaces\/[\w-]+\/names)\.json(?<english>\?english)?$/.exec(id)
      if (!file) return undefined
      const source = JSON.parse(code) as Record<string, string>
      const wanted = Object.entries(source).filter(([key]) => !file.groups?.english || key === 'en')
      const compiled = Object.fromEntries(wanted.map(([key, message]) => [key, compileMessage(message)]))
      // The bundler does not take a name with a question mark for JSON by itself.
      return { code: JSON.stringify(compiled), map: null, moduleType: 'json' as const }
    },
  }
}
