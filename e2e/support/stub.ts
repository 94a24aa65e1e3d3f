import { readFileSync } from 'node:fs'

const docs = readFileSync(new URL('../../docs/embed.md', import.meta.url), 'utf8')

/** The inline script that keeps calls until sdk.js has run, as the documentation has it. */
export const stub = /```html\n(<script>\n(?:(?!```)[\s\S])*latchkeyReady[\s\S]*?<\/script>)/.exec(docs)?.[1] ?? ''
if (!stub) throw new Error('docs/embed.md has no stub')
