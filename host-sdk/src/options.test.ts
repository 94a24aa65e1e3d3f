import { describe, expect, test } from 'vitest'
import { callbackOf, cloneable, wireOptions } from './options.js'

describe('cloneable', () => {
  test('behavior: keeps plain data and drops what cannot cross', () => {
    const value = { a: [1, { b: null }], f: () => 1, none: undefined, symbol: Symbol('s'), big: 1n }
    expect(cloneable(value)).toEqual({ a: [1, { b: null }], big: 1n })
    expect(structuredClone(cloneable(value))).toEqual(cloneable(value))
  })

  test('behavior: frozen and prototype-less objects are plain', () => {
    expect(cloneable(Object.freeze(Object.assign(Object.create(null), { a: 1 })))).toEqual({ a: 1 })
  })
})

describe('options that are instances of a class', () => {
  class Base {
    #base = '/api'
    statement = 'Hello'
    get required() {
      return false
    }
    async getNonce() {
      return this.#base
    }
  }
  class Own extends Base {
    async verify() {
      return (await this.getNonce()) === '/api'
    }
    helper() {}
  }
  const options = (more: object) => ({ projectId: 'p', dialogUrl: 'https://d.example', ...more })

  test('behavior: fields and getters cross, and methods are found through the prototype', async () => {
    const siwx = new Own()
    expect(wireOptions(options({ siwx }), false).siwx).toEqual({ statement: 'Hello', required: false, callbacks: ['getNonce', 'verify'] })
    expect(await callbackOf({ siwx }, 'siwx.verify')?.()).toBe(true)
  })

  test('behavior: of metadata and features nothing is lost', () => {
    const metadata = new (class {
      name = 'Shop'
      url = new URL('https://shop.example/a')
      get description() {
        return 'Sells'
      }
    })()
    const features = new (class {
      swap = false
    })()
    expect(wireOptions(options({ metadata, features }), false)).toMatchObject({
      metadata: { name: 'Shop', url: 'https://shop.example/a', description: 'Sells' },
      features: { swap: false },
    })
  })

  test('error: what is no record reaches the dialog as a text, which names it as a mistake', () => {
    expect(cloneable({ features: new Map([['swap', false]]), at: new Set() })).toEqual({ features: '[object Map]', at: '[object Set]' })
  })

  test('error: an instance that leads back to itself has an end', () => {
    class Loop {
      name = 'loop'
      self = this
    }
    expect(structuredClone(cloneable({ metadata: new Loop() }))).toMatchObject({ metadata: { name: 'loop', self: { name: 'loop' } } })
  })
})

describe('wireOptions', () => {
  test('behavior: what only the page needs stays here', () => {
    const siwx = { required: true, getNonce: () => 'n' }
    const options = { projectId: 'p', dialogUrl: 'https://d.example', preload: 'none', announce: true, locale: 'ar', siwx } as const
    expect(wireOptions(options, false)).toEqual({
      inline: false,
      preload: 'none',
      announce: true,
      locale: 'ar',
      siwx: { required: true, callbacks: ['getNonce'] },
    })
  })

  test('behavior: networks cross as the dialog knows them, however the page wrote them', () => {
    const viem = { id: 8453, name: 'Base', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, fees: { multiply: () => 1 } }
    const networks = [1, 'eip155:10, 137', viem, 'ethereum'] as never
    expect(wireOptions({ projectId: 'p', dialogUrl: 'https://d.example', networks, defaultNetwork: 10 }, false)).toEqual({
      inline: false,
      networks: [
        'eip155:1',
        'eip155:10',
        'eip155:137',
        { id: 8453, name: 'Base', nativeCurrency: viem.nativeCurrency, fees: {}, chainNamespace: 'eip155', caipNetworkId: 'eip155:8453' },
        'ethereum',
      ],
      defaultNetwork: 'eip155:10',
    })
  })
})

describe('callbackOf', () => {
  const options = { siwx: { getNonce: () => 'nonce' }, onLog: () => 'log' }
  test('behavior: finds a function by its path', () => {
    expect(callbackOf(options, 'onLog')?.()).toBe('log')
    expect(callbackOf(options, 'siwx.getNonce')?.()).toBe('nonce')
  })

  test('behavior: a method has its object', () => {
    const siwx = {
      base: '/api',
      getNonce() {
        return this.base
      },
    }
    expect(callbackOf({ siwx }, 'siwx.getNonce')?.()).toBe('/api')
  })

  test('error: inherited members and values are no callbacks', () => {
    for (const name of ['constructor', 'siwx.constructor', '__proto__', 'toString', 'siwx', 'onLog.call', ''])
      expect(callbackOf(options, name)).toBeUndefined()
  })
})
