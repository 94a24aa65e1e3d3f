import { expect, test } from 'vitest'
import { compareHashes } from './reproducible.js'

test('behavior: names what differs, what is missing and what was added', () => {
  const one = { sdk: { '/sdk.js': 'a' }, secure: { '/index.html': 'b', '/old.js': 'c' } }
  const other = { sdk: { '/sdk.js': 'a' }, secure: { '/index.html': 'd', '/new.js': 'c' } }
  expect(compareHashes(one, other)).toEqual(['secure /index.html', 'secure /old.js', 'secure /new.js'])
  expect(compareHashes(one, one)).toEqual([])
})
