import { expect, test } from 'vitest'
import { parse, walk } from './parse.js'
import { listFiles, readText } from './sources.js'

/* What a page's developer reads in a console or in a type leads to an address that they have: their own server's /docs, never a file of this repository. */

test('behavior: no text of the browser’s code names a file of the documentation', () => {
  const found: string[] = []
  for (const path of listFiles(/^(host-sdk|dialog-app|secure-frame|protocol)\/src\/.*\.tsx?$/)) {
    if (/\.test\.tsx?$|\/testing\//.test(path)) continue
    const source = readText(path)
    walk(parse(path, source).program, (node) => {
      const text = node.type === 'Literal' ? node.value : node.type === 'TemplateElement' ? node.value.cooked : undefined
      if (typeof text === 'string' && /\bdocs\/[\w/-]+\.md\b|\w+\.md#/.test(text)) found.push(`${path}: ${text}`)
    })
  }
  expect(found).toEqual([])
})
