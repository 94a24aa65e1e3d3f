import { expect, test } from 'vitest'
import { findOld } from './speed.js'

const page = (words: string) =>
  `# Speed, measured\n\nWritten by \`npm run bench -- goals\` on 2026-11-24, ${words}at commit 1a2b3c4: 2 × CPU\n`

test('behavior: figures of this version', () => {
  expect(findOld(page('version 0.1.0, '), '0.1.0')).toEqual([])
})

test('error: figures of an earlier release, or of nobody knows which', () => {
  expect(findOld(page('version 0.1.0, '), '0.2.0')).toEqual([expect.stringContaining('version 0.1.0, not of 0.2.0')])
  expect(findOld(page(''), '0.1.0')).toEqual([expect.stringContaining('no version')])
})
