import { describe, expect, test } from 'vitest'
import * as bridge from './bridge.js'
import * as protocol from './index.js'
import * as account from './schemas/account.js'
import * as directory from './schemas/directory.js'
import * as schemas from './schemas/index.js'

describe('exports', () => {
  test('behavior: @latchkey/protocol', () => {
    expect(Object.keys(protocol).sort()).toMatchInlineSnapshot(`
      [
        "RpcError",
        "adapterErrors",
        "addressOrder",
        "alerts",
        "arbitrum",
        "arbitrumSepolia",
        "avalanche",
        "base",
        "baseSepolia",
        "bip122Family",
        "bitcoin",
        "bitcoinAccountIndexes",
        "bitcoinTestnet",
        "bootElementId",
        "bsc",
        "builtInNetworks",
        "caipNetworkIdPattern",
        "celo",
        "chooseLanguage",
        "codes",
        "cosmosFamily",
        "cosmosHub",
        "cosmosHubTestnet",
        "currencies",
        "defaultAccountTypes",
        "defaultNetworkId",
        "directionOf",
        "eip155Family",
        "embeddedNamespaces",
        "errorText",
        "errors",
        "eventLimits",
        "evmSignMethods",
        "families",
        "familyNetworks",
        "frameReasons",
        "gnosis",
        "idempotentDialogMethods",
        "idempotentSecureMethods",
        "isHex",
        "isNamespaceId",
        "isOauthProvider",
        "isUserRejection",
        "kusama",
        "languageTags",
        "languages",
        "leavePath",
        "limits",
        "linea",
        "longestLabel",
        "mainNetworkIds",
        "mainnet",
        "maxCoinTypeChainId",
        "methodPolicies",
        "methodPolicy",
        "nameErrors",
        "nameMessageLife",
        "nameZones",
        "namespaceIds",
        "namespaceOf",
        "nativeTokenAddress",
        "oauthProviderIds",
        "operationTypes",
        "optimism",
        "optimismSepolia",
        "originsErrors",
        "padHex",
        "parseCaipAddress",
        "parseCaipNetworkId",
        "polkadot",
        "polkadotFamily",
        "polygon",
        "protocolVersion",
        "readAccountName",
        "readLabel",
        "readProperty",
        "reasonOf",
        "referenceOf",
        "registrationMessage",
        "restrictedTimeZones",
        "retryableCodes",
        "retryableStatuses",
        "safeMethods",
        "scoreNodes",
        "scroll",
        "sdkPackageFile",
        "secondsUntil",
        "secureFrameUrl",
        "secureSdkVersion",
        "securityMethod",
        "sepolia",
        "shortestLabel",
        "socialProviderIds",
        "socialProviderName",
        "socialProviders",
        "solanaDevnet",
        "solanaFamily",
        "solanaMainnet",
        "solanaSignInMessage",
        "solanaTestnet",
        "toCaipAddress",
        "toCoinType",
        "toWireError",
        "toasts",
        "trackedEventNames",
        "transactionErrors",
        "viewNames",
        "westend",
        "wireErrors",
        "zksync",
      ]
    `)
  })

  test('behavior: @latchkey/protocol/bridge', () => {
    expect(Object.keys(bridge).sort()).toMatchInlineSnapshot(`
      [
        "createBridge",
        "portMessenger",
        "reportInvalid",
      ]
    `)
  })

  test('behavior: @latchkey/protocol/schemas', () => {
    expect(Object.keys(schemas).sort()).toMatchInlineSnapshot(`
      [
        "configSchema",
        "dialogApiSchemas",
        "helloSchema",
        "hostApiSchemas",
        "optionsSchema",
        "originsSchema",
        "parseResume",
        "rpcAnswerSchema",
        "rpcBatchAnswerSchema",
        "schema",
        "walletInfoSchema",
        "wireErrorSchema",
      ]
    `)
  })

  test('behavior: @latchkey/protocol/schemas/directory', () => {
    expect(Object.keys(directory)).toEqual(['walletListing'])
  })

  test('behavior: @latchkey/protocol/schemas/account', () => {
    expect(Object.keys(account).sort()).toMatchInlineSnapshot(`
      [
        "accountErrors",
        "authRoutes",
        "base64url",
        "callbackBootSchema",
        "canonicalJson",
        "kitContentSchema",
        "kitSchema",
        "route",
        "slotTypes",
        "vaultInfo",
        "vaultRoutes",
        "vaultSignaturePrefix",
      ]
    `)
  })
})
