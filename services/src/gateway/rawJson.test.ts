import { describe, expect, test } from 'vitest'
import { isWithin, rawElements, rawMembers } from './rawJson.js'

const texts = [
  '{}',
  ' { } ',
  '{"a":1}',
  '{ "a" : 1 , "b" : [ 1 , { "c" : "}" } ] , "d" : "x\\"y" }',
  '{"id":12345678901234567890123,"method":"m","params":[{"a":"\\\\"},"]"]}',
  '{"a":"\\\\\\"","b":true,"c":null,"d":-1.5e+10}',
  '{"\\u0069d":7}',
  '{"a":{"b":{"c":[[[]]]}},"e":""}',
]

describe('rawMembers', () => {
  test.each(texts)('behavior: %s has the same keys and values as JSON.parse finds', (text) => {
    const members = rawMembers(text)
    expect(Object.fromEntries([...members].map(([key, raw]) => [key, JSON.parse(raw)]))).toEqual(JSON.parse(text))
  })

  test('behavior: numbers keep every digit', () => {
    expect(rawMembers('{"id": 12345678901234567890123 ,"x":1.10}').get('id')).toBe('12345678901234567890123')
    expect(rawMembers('{"x":1.10}').get('x')).toBe('1.10')
  })

  test('behavior: a key given twice counts the last time', () => {
    expect(rawMembers('{"id":1,"id":2}').get('id')).toBe('2')
  })
})

describe('rawElements', () => {
  test.each(['[]', ' [ ] ', '[1]', '[ 1 , "a,b]" , [2,[3]] , {"x":"]"} ]', '[null,true,-0.0]'])('behavior: %s', (text) => {
    expect(rawElements(text).map((raw) => JSON.parse(raw))).toEqual(JSON.parse(text))
  })
})

describe('isWithin', () => {
  test.each([
    ['[[1]]', { depth: 2, values: 10 }, true],
    ['[[[1]]]', { depth: 2, values: 10 }, false],
    ['[1,2,3]', { depth: 2, values: 4 }, true],
    ['[1,2,3,4]', { depth: 2, values: 4 }, false],
    ['[[],[],[]]', { depth: 2, values: 5 }, false],
    ['{"a":"[[[[,,,,","b":"\\"]]],,"}', { depth: 1, values: 3 }, true],
    ['"never closed [[[[', { depth: 1, values: 1 }, true],
    ['', { depth: 1, values: 1 }, true],
  ])('behavior: %s within %j: %s', (text, most, expected) => {
    expect(isWithin(text, most)).toBe(expected)
  })
})
