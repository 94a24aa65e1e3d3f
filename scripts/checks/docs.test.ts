import { describe, expect, test } from 'vitest'
import { codeBlocks, inlineScripts, judgeJson, judgeShell } from './docs.js'

const project = {
  hasScript: (name: string) => name === 'build',
  hasBin: (name: string) => name === 'vitest',
  hasFile: (path: string) => path === 'a.js',
}

describe('codeBlocks', () => {
  test('behavior: each with its language and its first line', () => {
    expect(codeBlocks('a\n```ts\none\ntwo\n```\n\n```\nplain\n```\n')).toEqual([
      { line: 3, language: 'ts', code: 'one\ntwo' },
      { line: 8, language: '', code: 'plain' },
    ])
  })
})

describe('inlineScripts', () => {
  test('behavior: scripts on their own lines, and handlers; what has a source or holds data is none', () => {
    const html = '<p>\n<script>a()\nb()</script>\n<script src="x.js"></script><script type="application/json">{}</script><b onclick="c()">'
    expect(inlineScripts(html)).toEqual(['\na()\nb()', 'c()'])
  })
})

describe('judgeJson', () => {
  test('behavior: a document, or the inside of an object', () => {
    expect([judgeJson('{ "a": 1 }'), judgeJson('"a": 1,\n"b": [2]')]).toEqual([undefined, undefined])
  })

  test('error: says what is wrong', () => {
    expect(judgeJson('{ a: 1 }')).toContain('JSON')
  })
})

describe('judgeShell', () => {
  test('behavior: commands that there are, with variables, comments and several on a line', () => {
    const code = `npm ci && npm run build   # both\nA=1 B='x y' npm run build -- --port 1\nnpx vitest run · node a.js\ncurl -O https://x.example/y.tgz\nnpm test`
    expect(judgeShell(code, project)).toEqual(['npm test: there is no script "test"'])
  })

  test('error: scripts, programs and files that are not there', () => {
    expect(judgeShell('npm run gone\nnpx unknown x\nnode b.js\nfrobnicate', project)).toEqual([
      'npm run gone: there is no script "gone"',
      'npx unknown x: no package of ours has "unknown"',
      'node b.js: there is no file b.js',
      'frobnicate: "frobnicate" is nothing that a reader has',
    ])
  })
})
