import { describe, expect, test } from 'vitest'
import { withSiwe } from './siwe.js'

const options = { projectId: 'shop', dialogUrl: 'https://dialog.example' }
const siweConfig = {
  getNonce: async () => 'abcdefgh',
  createMessage: () => '',
  verifyMessage: async () => true,
  getSession: async () => null,
  signOut: async () => true,
}

describe('withSiwe', () => {
  test('behavior: its functions become those of `siwx`', () => {
    expect(withSiwe({ ...options, siweConfig })).toEqual({
      ...options,
      siwx: {
        signOutOnAccountChange: true,
        signOutOnNetworkChange: true,
        getNonce: expect.any(Function),
        createMessage: expect.any(Function),
        verify: expect.any(Function),
        getSession: expect.any(Function),
        signOut: expect.any(Function),
      },
    })
  })

  test('behavior: `siwx: false` takes it back, and so does `enabled: false`', () => {
    expect(withSiwe({ ...options, siweConfig, siwx: false })).toEqual({ ...options, siwx: false })
    expect(withSiwe({ ...options, siweConfig: { ...siweConfig, enabled: false } })).toEqual(options)
  })
})
