import { describe, expect, test } from 'vitest'
import type { Place } from '../contract.js'
import { type ApprovalContent, everything, type Warning } from './content.js'
import { acceptsFrom, isTyped, placeOf, plainTransfer } from './place.js'

const transfer = { amount: '1.5', recipient: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' }
const sends: ApprovalContent = {
  title: { id: 'title.send' },
  kind: 'transaction',
  changes: [],
  preview: 'done',
  grants: [],
  transfer,
  warnings: [],
  rows: [],
  details: [],
  blocked: false,
  confirm: 'confirm',
  twice: false,
}
const { transfer: _, ...other } = sends
const lasting: ApprovalContent = { ...sends, grants: [everything] }
const warning: Warning = { tone: 'warn', title: { id: 'warn.fee' }, text: { id: 'warn.feeText' } }

describe('where a request is approved', () => {
  // Sees: the browser tells what covers the frame. Opens: windows open from it.
  test.each<[surface: 'frame' | 'window', sees: boolean, opens: boolean, content: ApprovalContent | null, place: Place]>([
    ['frame', true, true, sends, 'frame'],
    ['frame', true, true, other, 'frame'],
    ['frame', true, false, other, 'frame'],
    ['frame', true, false, null, 'frame'],
    ['frame', true, true, lasting, 'window'],
    ['frame', true, false, lasting, 'refused'],
    ['frame', false, false, lasting, 'refused'],
    ['window', true, false, lasting, 'refused'],
    ['frame', false, true, sends, 'window'],
    ['frame', false, true, other, 'window'],
    ['frame', false, false, sends, 'typed'],
    ['frame', false, false, other, 'refused'],
    ['frame', false, false, null, 'window'],
    ['window', true, true, sends, 'window'],
    ['window', true, false, sends, 'typed'],
    ['window', true, false, other, 'refused'],
    ['window', false, true, other, 'window'],
    ['window', false, false, sends, 'typed'],
    ['window', false, false, other, 'refused'],
    ['window', false, false, null, 'window'],
  ])('behavior: surface %s, covering told: %s, windows open: %s, %o: %s', (surface, tellsCovering, opensWindows, content, place) => {
    expect(placeOf({ surface, content }, { tellsCovering, opensWindows })).toBe(place)
  })

  test.each<[string, Partial<ApprovalContent>]>([
    ['a message', { kind: 'message' }],
    ['typed data', { kind: 'typedData' }],
    ['a sign-in', { kind: 'signIn' }],
    ['blocked', { blocked: true }],
    ['not understood', { twice: true }],
    ['with a warning', { warnings: [warning] }],
    ['an allowance', { allowance: { symbol: 'USDC', amount: '5', decimals: 6, editable: true } }],
    ['several calls', { calls: [] }],
    ['lasting', { grants: [everything] }],
  ])('error: a transfer that is %s is no plain one', (_name, change) => {
    expect(plainTransfer(sends)).toEqual(transfer)
    expect(plainTransfer({ ...sends, ...change })).toBeUndefined()
  })
})

describe('what is typed', () => {
  test.each([
    ['as it is shown', '1.5', 'aEda94', true],
    ['in other letters', '1.5', 'AEDA94', true],
    ['with zeros around it', ' 01.500 ', ' aeda94 ', true],
    ['with a comma', '1,5', 'aeda94', true],
    ['with Arabic digits', '١٫٥', 'aeda94', true],
    ['with Persian digits', '۱٫۵', 'aeda94', true],
    ['another amount', '15', 'aeda94', false],
    ['less', '1.4', 'aeda94', false],
    ['a number in another form', '15e-1', 'aeda94', false],
    ['two signs', '1.5.0', 'aeda94', false],
    ['no amount', '', 'aeda94', false],
    ['a sign alone', '.', 'aeda94', false],
    ['another end', '1.5', 'aeda95', false],
    ['a shorter end', '1.5', 'eda94', false],
    ['a longer one', '1.5', '4EcaEda94', false],
    ['no recipient', '1.5', '', false],
  ])('behavior: %s', (_name, amount, recipient, counts) => {
    expect(isTyped({ amount, recipient }, transfer)).toBe(counts)
  })

  test('behavior: letters of other addresses count as they are', () => {
    const solana = { amount: '0.000001', recipient: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk' }
    expect(isTyped({ amount: '.000001', recipient: '3DKpqk' }, solana)).toBe(true)
    expect(isTyped({ amount: '.000001', recipient: '3dkpqk' }, solana)).toBe(false)
  })
})

test.each<[place: Place, surface: 'frame' | 'window', content: ApprovalContent, amount: string | null, counts: boolean]>([
  ['frame', 'frame', other, null, true],
  ['frame', 'window', sends, null, false],
  ['window', 'frame', other, null, true],
  ['window', 'window', other, null, true],
  ['typed', 'window', sends, '1.5', true],
  ['typed', 'frame', sends, '1.5', true],
  ['typed', 'window', sends, '1', false],
  ['typed', 'window', sends, null, false],
  ['typed', 'window', other, '1.5', false],
  ['refused', 'frame', sends, '1.5', false],
])('behavior: a yes from %s, where %s is asked, of %o, typed %s: %s', (place, surface, content, amount, counts) => {
  const typed = amount === null ? undefined : { amount, recipient: 'aeda94' }
  expect(acceptsFrom(place, { surface, content, typed })).toBe(counts)
})
