import type { Plugin } from 'vite'

/** How often the request for a document's script is repeated, and milliseconds before each repetition. */
const again = { times: 2, pause: 500 }

/** Loads the script of a document, repeating failed requests for it and for its style sheets: no other script runs in the document yet. */
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
 * Makes a document repeat a failed request for its own script or style sheet, so that one broken connection does not leave an empty window. The inline
 * script for that is allowed by its hash in the document's policy. Firefox and Safari remember that a module failed, so there it does not help.
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
