import type { Plugin } from 'vite'

const lazy = '?lazy'

/**
 * Turns the entry into a classic script: no name of it leaks into the page, and its `import()`s are resolved against its own address (a
 * classic script from another origin has no base URL of its own: HTML, "create a classic script", muted errors).
 *
 * The tag is `__script`: the current script, and for `type="module"`, where there is none, the page's tag of that type.
 *
 * Chunks share no module with the entry, which as a classic script can export nothing: what both need is in both. After a failed request for a chunk the
 * next one has another fragment, because browsers remember failures per address.
 */
export function classicScript(): Plugin {
  return {
    name: 'latchkey:classic-script',
    apply: 'build',
    enforce: 'pre',
    async resolveDynamicImport(specifier, importer) {
      if (typeof specifier !== 'string') return null
      const resolved = await this.resolve(specifier, importer)
      return resolved && { id: resolved.id.endsWith(lazy) ? resolved.id : resolved.id + lazy }
    },
    async resolveId(source, importer) {
      if (!importer?.endsWith(lazy)) return null
      const resolved = await this.resolve(source, importer.slice(0, -lazy.length), { skipSelf: true })
      return resolved && { ...resolved, id: resolved.id + lazy }
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        if (chunk.isEntry && chunk.imports.length)
          throw new Error(`${chunk.fileName} must stand alone, but imports ${chunk.imports.join(', ')}`)
        if (!chunk.isEntry) continue
        const code = chunk.code.replace(/\bimport\(([`"'])\.\/([^`"']+)\1\)/g, '__import("$2")')
        if (chunk.exports.length || /\bimport\.meta\b|\bimport\s*[("'{]/.test(code))
          throw new Error(
            `${chunk.fileName} uses module syntax: ${chunk.exports} ${code.match(/.{60}(\bimport\.meta\b|\bimport\s*[("{]).{60}/)?.[0]}`,
          )
        const load = '__failed=0,__import=u=>import(new URL(u,__base)+(__failed?"#"+__failed:"")).catch(e=>{__failed++;throw e})'
        const script = `__script=document.currentScript||document.querySelector('script[type=module][src*="/sdk.js"]'),__base=__script&&__script.src`
        chunk.code = `(()=>{var ${script},${load};${code.trim()}})();\n`
      }
    },
  }
}
