import { describe, expect, test } from 'vitest'
import * as sdk from './index.js'
import * as react from './react/index.js'
import * as wagmi from './wagmi/index.js'

describe('exports', () => {
  test('behavior: the public names are these', () => {
    expect([sdk, react, wagmi].map((module) => Object.keys(module).toSorted())).toMatchInlineSnapshot(`
      [
        [
          "ModalError",
          "createModal",
          "defineButton",
          "rdns",
        ],
        [
          "ModalProvider",
          "WalletButton",
          "useAccount",
          "useModal",
          "useModalEvent",
          "useModalState",
          "useNetwork",
          "useProvider",
        ],
        [
          "latchkeyConnector",
        ],
      ]
    `)
  })
})
