import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { judgeLinks, judgeNames, tarNames } from './package.js'

const manifest = {
  exports: { '.': { types: './dist/npm/index.d.ts', default: './dist/npm/index.js' }, './package.json': './package.json' },
}
const whole = ['package.json', 'README.md', 'LICENSE', 'dist/npm/index.js', 'dist/npm/index.d.ts'].map((name) => `package/${name}`)

describe('tarNames', () => {
  test('behavior: every file, however long its name', () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-tar-'))
    try {
      const long = `${'a'.repeat(90)}/${'b'.repeat(90)}.js`
      mkdirSync(join(folder, 'package', 'a'.repeat(90)), { recursive: true })
      writeFileSync(join(folder, 'package', 'short.js'), 'x'.repeat(600))
      writeFileSync(join(folder, 'package', long), '')
      const tar = execFileSync('tar', ['--format=ustar', '--sort=name', '-cf', '-', 'package/short.js', `package/${long}`], { cwd: folder })
      expect(tarNames(tar).toSorted()).toEqual([`package/${long}`, 'package/short.js'])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('judgeNames', () => {
  test('behavior: code, one declaration for each entry, licence and README', () => {
    expect(judgeNames([...whole, 'package/dist/npm/chunks/errors-B_XG.js'], manifest)).toEqual([])
  })

  test.each([
    'dist/npm/.stamp',
    'dist/npm/index.js.br',
    'dist/npm/index.js.gz',
    'dist/types/protocol/src/index.d.ts',
    'src/index.ts',
    'dist/npm/chunks/x.d.ts',
  ])('error: %s is of no use', (name) => {
    expect(judgeNames([...whole, `package/${name}`], manifest)).toEqual([`package/${name} is packed, and no user needs it`])
  })

  test('error: an entry without its file, and no licence, as packed from a clone that is not built', () => {
    expect(judgeNames(['package/package.json', 'package/README.md'], manifest)).toEqual([
      './dist/npm/index.d.ts is missing in the archive',
      './dist/npm/index.js is missing in the archive',
      './LICENSE is missing in the archive',
    ])
  })
})

describe('judgeLinks', () => {
  const repository = 'https://github.com/somebody/project'
  const judge = (link: string) => judgeLinks(`see [it](${link})`, repository, (path) => path === 'docs/embed.md')

  test('behavior: whole addresses, of files that there are, and places in the same file', () => {
    expect([`${repository}/blob/main/docs/embed.md#react`, 'https://eips.ethereum.org', '#events'].flatMap(judge)).toEqual([])
  })

  test('error: a link that needs the repository around it, or leads to nothing there', () => {
    expect(judge('../docs/embed.md')).toEqual(['README.md links to ../docs/embed.md, which leads nowhere on a package page'])
    expect(judge(`${repository}/blob/main/docs/gone.md`)).toHaveLength(1)
  })
})
