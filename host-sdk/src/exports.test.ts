import { describe, expect, test } from 'vitest'
import * as sdk from './index.js'
import * as networks from './networks/index.js'
import * as react from './react/index.js'
import * as wagmi from './wagmi/index.js'

describe('exports', () => {
  test('behavior: the public names are these', () => {
    expect([sdk, networks, react, wagmi].map((module) => Object.keys(module).toSorted())).toMatchInlineSnapshot(`
      [
        [
          "ModalError",
          "createModal",
          "defineButton",
          "rdns",
        ],
        [
          "arbitrum",
          "arbitrumSepolia",
          "avalanche",
          "base",
          "baseSepolia",
          "bitcoin",
          "bitcoinTestnet",
          "bsc",
          "celo",
          "cosmosHub",
          "cosmosHubTestnet",
          "gnosis",
          "kusama",
          "linea",
          "mainnet",
          "optimism",
          "optimismSepolia",
          "polkadot",
          "polygon",
          "scroll",
          "sepolia",
          "solana",
          "solanaDevnet",
          "solanaTestnet",
          "westend",
          "zksync",
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
