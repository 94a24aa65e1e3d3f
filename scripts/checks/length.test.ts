import { expect, test } from 'vitest'
import { longFunctions } from './length.js'

const body = (lines: number) => 'act()\n'.repeat(lines)

test.each([
  ['named', `\nexport function openAll() {\n${body(80)}}`, '2: openAll has 82 lines'],
  ['assigned', `const draw = () => {\n${body(80)}}`, '1: draw has 82 lines'],
  ['a method', `class Box { open() {\n${body(80)}} }`, '1: open has 82 lines'],
  ['handed on', `start(async () => {\n${body(80)}})`, '1: the function in start() has 82 lines'],
])('error: a function of more than 80 lines is named: %s', (_how, source, expected) => {
  expect(longFunctions('a.ts', source)).toEqual([`a.ts:${expected}`])
})

test('behavior: 80 lines are not long, and a long file of short functions has none', () => {
  expect(longFunctions('a.ts', `function a() {\n${body(78)}}`)).toEqual([])
  expect(longFunctions('a.ts', `function a() {\n${body(40)}}\n`.repeat(20))).toEqual([])
})
