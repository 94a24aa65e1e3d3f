import type { Plugin } from 'vite'

/** How often a document's script is fetched again, and how long before, in milliseconds. */
const again = { times: 2, pause: 500 }

/** The script of a document, and its style sheets, where one did not arrive: nobody else is here who could fetch it again. */
const starter = (file: string) => `
      for (const link of document.querySelectorAll('link[rel=stylesheet]')) if (!link.sheet) link.replaceWith(link.cloneNode())
      const start = (left) =>
        import('${file}').catch((error) => {
          if (!left) throw error
          setTimeout(start, ${again.pause}, left - 1)
        })
      start(${again.times})
    `

/**
 * A document whose own script, or style sheet, did not arrive fetches it again: one connection that breaks is no reason for an empty window. It needs a few
 * lines in the document itself, whose hash is in the document's policy. Firefox and Safari keep the failure of a module; there it stays one.
 */
export function startAgain(): Plugin {
  return {
    name: 'latchkey:start-again',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { filename }) {
        if (!filename.endsWith('/index.html')) return html
        const replaced = html.replace(
          /<script type="module" crossorigin src="([^"]+)"><\/script>/,
          (_tag, file: string) =>
            `<link rel="modulepreload" crossorigin href="${file}">\n    <script type="module">${starter(file)}</script>`,
        )
        if (replaced === html) throw new Error(`${filename} has no script to start.`)
        return replaced
      },
    },
  }
}
