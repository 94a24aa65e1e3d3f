import { beforeEach, describe, expect, test } from 'vitest'
import type { Dialog } from '../lib/dialog.js'
import { testDialog } from '../testing/testDialog.js'
import type { Namespace } from './namespace.js'
import { loadNamespace, readyNamespace, registerNamespace } from './registry.js'

let dialog: Dialog
beforeEach(() => {
  dialog = testDialog()
})

describe('registerNamespace', () => {
  test('error: without an id', () => {
    expect(() => registerNamespace(dialog, undefined, () => Promise.reject(new Error()))).toThrow('adapter must have a namespace')
  })
})

describe('readyNamespace', () => {
  test('error: its code does not come: said in the words of who needs it; the next try works', async () => {
    let isThere = false
    const module = { id: 'cosmos' } as Namespace
    registerNamespace(dialog, 'cosmos', async () => {
      if (isThere) return module
      throw new TypeError('Failed to fetch dynamically imported module')
    })
    await expect(readyNamespace(dialog, 'cosmos', 'NetworkController client not set')).rejects.toMatchObject({
      code: 4900,
      message: 'NetworkController client not set',
      cause: expect.objectContaining({ message: 'Failed to fetch dynamically imported module' }),
    })
    isThere = true
    expect(await readyNamespace(dialog, 'cosmos', 'NetworkController client not set')).toBe(module)
    expect(await loadNamespace(dialog, 'cosmos')).toBe(module)
  })

  test('error: a family that nobody registered is another mistake', async () => {
    await expect(readyNamespace(dialog, 'nowhere' as Namespace['id'], 'NetworkController client not set')).rejects.toThrow(
      'Chain adapter not found',
    )
  })
})
