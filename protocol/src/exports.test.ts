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
        "alerts",
        "bitcoin",
        "bitcoinAccountIndexes",
        "bitcoinTestnet",
        "bootElementId",
        "builtInNetworks",
        "codes",
        "defaultAccountTypes",
        "defaultNetworkId",
        "embeddedNamespaces",
        "errorText",
        "errors",
        "evmSignMethods",
        "frameReasons",
        "idempotentDialogMethods",
        "idempotentSecureMethods",
        "isHex",
        "isNamespaceId",
        "isUserRejection",
        "limits",
        "mainNetworkIds",
        "maxCoinTypeChainId",
        "methodPolicies",
        "methodPolicy",
        "nameErrors",
        "namespaceIds",
        "namespaceOf",
        "originsErrors",
        "padHex",
        "parseCaipAddress",
        "parseCaipNetworkId",
        "protocolVersion",
        "referenceOf",
        "retryableCodes",
        "retryableStatuses",
        "safeMethods",
        "secureFrameUrl",
        "secureSdkVersion",
        "securityMethod",
        "solanaDevnet",
        "solanaMainnet",
        "solanaSignInMessage",
        "solanaTestnet",
        "toCaipAddress",
        "toCoinType",
        "toWireError",
        "toasts",
        "transactionErrors",
        "viewNames",
        "wireErrors",
      ]
    `)
  })

  test('behavior: @latchkey/protocol/bridge', () => {
    expect(Object.keys(bridge).sort()).toMatchInlineSnapshot(`
      [
        "createBridge",
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
