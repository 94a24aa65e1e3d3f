import { describe, expect, test } from 'vitest'
import type { Namespace } from './namespace.js'
import { loadNamespace, readyNamespace, registerNamespace } from './registry.js'

describe('registerNamespace', () => {
  test('error: without an id', () => {
    expect(() => registerNamespace(undefined, () => Promise.reject(new Error()))).toThrow('adapter must have a namespace')
  })
})

describe('readyNamespace', () => {
  test('error: its code does not come: said in the words of who needs it; the next try works', async () => {
    let isThere = false
    const module = { id: 'cosmos' } as Namespace
    registerNamespace('cosmos', async () => {
      if (isThere) return module
      throw new TypeError('Failed to fetch dynamically imported module')
    })
    await expect(readyNamespace('cosmos', 'NetworkController client not set')).rejects.toMatchObject({
      code: 4900,
      message: 'NetworkController client not set',
      cause: expect.objectContaining({ message: 'Failed to fetch dynamically imported module' }),
    })
    isThere = true
    expect(await readyNamespace('cosmos', 'NetworkController client not set')).toBe(module)
    expect(await loadNamespace('cosmos')).toBe(module)
  })

  test('error: a family that nobody registered is another mistake', async () => {
    await expect(readyNamespace('nowhere' as Namespace['id'], 'NetworkController client not set')).rejects.toThrow(
      'Chain adapter not found',
    )
  })
})
