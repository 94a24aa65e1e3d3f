import { describe, expect, test } from 'vitest'
import { judgeState } from './state.js'

describe('judgeState', () => {
  test.each([
    `let count = 0`,
    `export let current: string | undefined`,
    `var count = 0`,
    `const seen = new Map<string, number>()`,
    `export const seen = new Set()`,
    `const kept: Map<string, number> = new Map()`,
    `const own = new WeakSet<object>()`,
    `const places = new WeakMap()`,
    `const stop = new AbortController()`,
    `const both = { seen: new Map() }`,
    `const later = (() => { let made; return () => (made ??= 1) })()`,
    `const store = createStore(() => ({ open: false }))`,
    `export const useView = create<View>()((set) => ({ set }))`,
    `class Cache { static readonly kept = new Map() }`,
    `const box = { value: 0 }; export const next = () => box.value++`,
    `const box: { at?: number } = {}; export function set(at: number) { box.at = at }`,
  ])('error: %s', (source) => {
    expect(judgeState('dialog-app/src/state/a.ts', source)).toHaveLength(1)
  })

  test.each([
    `const limit = 3; export const names = ['a', 'b'] as const`,
    `const wide: ReadonlySet<string> = new Set(['a'])`,
    `export const icons: ReadonlyMap<string, string> = new Map([['a', 'b']])`,
    `export function createSeen() { let last = ''; const seen = new Map(); return { last, seen } }`,
    `export const stateOf = perDialog(() => ({ seen: new Map<string, number>(), store: createStore(() => ({})) }))`,
    `class Cache { readonly kept = new Map() }`,
    `declare let build: string`,
    `export const element = () => document.createElement('a'); export const parent = Object.create(null)`,
    `// let count = 0`,
    `const sample = 'let count = new Map()'`,
    `export function draw() { const style = { color: '' }; style.color = 'red' }`,
  ])('behavior: %s', (source) => {
    expect(judgeState('dialog-app/src/state/a.ts', source)).toEqual([])
  })

  test('behavior: a finding names the place and what is there', () => {
    expect(judgeState('a.ts', 'const a = 1\nlet count = 0')).toEqual(['a.ts:2: let count is state of the module'])
  })
})
