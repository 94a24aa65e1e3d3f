import { describe, expect, test } from 'vitest'
import type { ConnectPhase } from '../../state/connecting.js'
import { buttonsOf, phases } from './phases.js'

const actions = (phase: ConnectPhase, can: Parameters<typeof buttonsOf>[1]) => buttonsOf(phases[phase], can).map(({ action }) => action)

describe('buttonsOf', () => {
  test.each<[ConnectPhase, string[], string[], string[]]>([
    // Neither is possible, only the phone is, both are.
    ['slow', ['retry', 'another'], ['retry', 'phone'], ['retry', 'phone']],
    ['notInstalled', ['another'], ['phone', 'another'], ['install', 'phone']],
    ['refused', ['another', 'retry'], ['phone', 'retry'], ['phone', 'retry']],
    ['failed', ['retry', 'another'], ['phone', 'retry'], ['phone', 'retry']],
    ['cancelled', ['retry', 'another'], ['retry', 'another'], ['retry', 'another']],
    ['waiting', ['retry', 'another'], ['retry', 'another'], ['retry', 'another']],
    ['connecting', [], [], []],
  ])('behavior: %s', (phase, bare, phone, both) => {
    expect(actions(phase, { install: false, phone: false })).toEqual(bare)
    expect(actions(phase, { install: false, phone: true })).toEqual(phone)
    expect(actions(phase, { install: true, phone: true })).toEqual(both)
  })
})
