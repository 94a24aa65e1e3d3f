import type { Plugin } from 'vite'

/** Vite's own module, through which a built page imports what it needs later. */
const helper = /^\0vite\/preload-helper\.js$/
const own = 'export const __vitePreload ='

/** Pauses before a part is fetched again, in milliseconds. */
const pauses = [300, 1_000]

/**
 * A part of the page that did not arrive is fetched again: one connection that breaks is no reason to tell a user of it. Without a network nobody waits
 * for it. Chromium fetches a module anew since it follows https://github.com/whatwg/html/pull/10327; where a browser keeps the failure, it stays one.
 */
export function fetchAgain(): Plugin {
  return {
    name: 'latchkey:fetch-again',
    apply: 'build',
    transform: {
      filter: { id: helper },
      handler(code) {
        if (!code.includes(own))
          throw new Error('Vite’s module that imports later parts has changed: look at scripts/vite/fetchAgain.ts again.')
        return {
          code: `${code.replace(own, 'const fetchOnce =')}
export const __vitePreload = async (...parameters) => {
  for (const pause of ${JSON.stringify(pauses)})
    try {
      return await fetchOnce(...parameters)
    } catch (error) {
      if (!navigator.onLine) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  return fetchOnce(...parameters)
}`,
          map: null,
        }
      },
    },
  }
}
