import { expect, test } from 'vitest'
import { cellsOf, matrixTable } from './matrixTable.js'

const ends = (...reasons: string[]) => reasons.map((reason, index) => ({ reason, seconds: index + 1 }))

test('behavior: the cells are read from the report, wherever they are in it', () => {
  const cell = { flow: 'e-mail', profile: 'slow', outcomes: ends('connected') }
  const annotations = [
    { type: 'engine', description: 'x' },
    { type: 'outcomes', description: JSON.stringify(cell) },
  ]
  expect(cellsOf({ suites: [{ suites: [{ specs: [{ tests: [{ annotations }] }] }] }] })).toEqual([cell])
})

test('behavior: each cell has its tries, its connections, their median time and the other ends', () => {
  const { text, ok } = matrixTable([
    { flow: 'e-mail', profile: 'slow', outcomes: ends('connected', 'connected', 'connected', 'offline', 'expired', 'offline') },
    { flow: 'social', profile: 'good', outcomes: ends('connected') },
  ])
  expect(ok).toBe(false)
  expect(text).toMatch(/e-mail, slow +6 +3 +2\.0 s {2}2 × offline; 1 × expired\n/)
  expect(text).toMatch(/all +7 +4 +2\.0 s/)
  expect(text).toContain('57.14 % connected; the goal is 99.5 %.')
})

test('error: too few connect, an end without a reason of ours, no tries at all', () => {
  const most = (count: number, ...others: string[]) => [
    { flow: 'social', profile: 'good', outcomes: ends(...Array.from({ length: count }, () => 'connected'), ...others) },
  ]
  expect(matrixTable(most(199, 'offline')).ok).toBe(true)
  expect(matrixTable(most(198, 'offline', 'offline')).ok).toBe(false)
  expect(matrixTable(most(1_000, 'unknown: nothing on screen')).ok).toBe(false)
  expect(matrixTable([]).ok).toBe(false)
})
