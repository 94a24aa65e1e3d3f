import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { connectEnds, type End, farcasterEnds, loginEnds, pairingEnds, socialEnds } from './attempts.js'

const ways: Readonly<Record<string, Readonly<Record<string, End>>>> = {
  '`browser`': connectEnds,
  '`mobile`': pairingEnds,
  '`email`': loginEnds,
  '`farcaster`': farcasterEnds,
  'any other provider': socialEnds,
}

test('behavior: docs/events.md names every reason for which an attempt ends, by its method', () => {
  const lines = readFileSync(new URL('../../../../docs/events.md', import.meta.url), 'utf8').split('\n')
  const documented = lines
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, method]) => method !== undefined && Object.hasOwn(ways, method))
    .map(([, method, rejected = '', failed = '']) => [method, rejected.match(/\w+/g), failed.match(/\w+/g)])
  const reasons = (ends: Readonly<Record<string, End>>, wanted: End) => Object.keys(ends).filter((phase) => ends[phase] === wanted)
  const sorted = (rows: readonly (readonly unknown[])[]) =>
    rows.map(([method, ...lists]) => [method, ...lists.map((list) => [...(list as string[])].sort())])
  expect(sorted(documented)).toEqual(
    sorted(Object.entries(ways).map(([method, ends]) => [method, reasons(ends, 'rejected'), reasons(ends, 'failed')])),
  )
})
