import { describe, expect, test } from 'vitest'
import { evmSignMethods } from './evmSignMethods.js'
import type { BitcoinMethods, CosmosMethods, PolkadotMethods, SolanaMethods } from './index.js'
import { methodPolicies, methodPolicy } from './methods.js'

type Methods = SolanaMethods & BitcoinMethods & PolkadotMethods & CosmosMethods

/** What a wallet answers without asking its user. */
const safe =
  `eth_accounts eth_blockNumber eth_call eth_chainId eth_estimateGas eth_feeHistory eth_gasPrice eth_getAccount eth_getBalance eth_getBlockByHash
  eth_getBlockByNumber eth_getBlockReceipts eth_getBlockTransactionCountByHash eth_getBlockTransactionCountByNumber eth_getCode eth_getFilterChanges
  eth_getFilterLogs eth_getLogs eth_getProof eth_getStorageAt eth_getTransactionByBlockHashAndIndex eth_getTransactionByBlockNumberAndIndex
  eth_getTransactionByHash eth_getTransactionCount eth_getTransactionReceipt eth_getUncleCountByBlockHash eth_getUncleCountByBlockNumber
  eth_maxPriorityFeePerGas eth_newBlockFilter eth_newFilter eth_newPendingTransactionFilter eth_sendRawTransaction eth_syncing eth_uninstallFilter
  wallet_getCapabilities wallet_getCallsStatus eth_getUserOperationReceipt eth_estimateUserOperationGas eth_getUserOperationByHash
  eth_supportedEntryPoints wallet_getAssets`.split(/\s+/)
const unsafe = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_sendCalls',
  'wallet_grantPermissions',
  'eth_sendUserOperation',
]
const solanaUnsafe = ['solana_signMessage', 'solana_signTransaction', 'solana_signAllTransactions', 'solana_signAndSendTransaction']

describe('methodPolicy', () => {
  test('behavior: the safe list never asks a user', () => {
    expect(safe).toHaveLength(41)
    for (const method of safe) expect(methodPolicy('eip155', method), method).toMatch(/^(read|account)$/)
  })

  test('behavior: the unsafe list always does, and revoking goes through the connection', () => {
    for (const method of unsafe) expect(methodPolicy('eip155', method), method).toBe('sign')
    for (const method of solanaUnsafe) expect(methodPolicy('solana', method), method).toBe('sign')
    expect(methodPolicy('eip155', 'wallet_revokePermissions')).toBe('account')
  })

  test('behavior: knows nothing that is not in its table', () => {
    for (const namespace of ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'] as const)
      for (const method of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'eth_coinbase', ''])
        expect(methodPolicy(namespace, method), method).toBeUndefined()
    expect(methodPolicy('solana', 'personal_sign')).toBeUndefined()
  })

  test('behavior: no page can change a table', () => {
    expect(Object.values(methodPolicies).every(Object.isFrozen)).toBe(true)
  })
})

describe('methodPolicies', () => {
  test('behavior: every method of the families has one: asking for accounts belongs to the connection, signing to the user', () => {
    const accounts: { [K in keyof Methods]: 'account' | 'sign' } = {
      solana_requestAccounts: 'account',
      solana_getAccounts: 'account',
      solana_signMessage: 'sign',
      solana_signTransaction: 'sign',
      solana_signAllTransactions: 'sign',
      solana_signAndSendTransaction: 'sign',
      solana_signIn: 'sign',
      getAccountAddresses: 'account',
      signMessage: 'sign',
      signPsbt: 'sign',
      sendTransfer: 'sign',
      polkadot_requestAccounts: 'account',
      polkadot_signMessage: 'sign',
      polkadot_signTransaction: 'sign',
      cosmos_requestAccounts: 'account',
      cosmos_getAccounts: 'account',
      cosmos_signDirect: 'sign',
      cosmos_signAmino: 'sign',
    }
    const { solana, bip122, polkadot, cosmos } = methodPolicies
    const known = Object.entries({ ...solana, ...bip122, ...polkadot, ...cosmos }).filter(([, policy]) => policy !== 'read')
    expect(Object.fromEntries(known)).toEqual(accounts)
  })
})

describe('evmSignMethods', () => {
  test('behavior: holds every signing method and both that change the network, but for those that the dialog alone refuses', () => {
    const signing = Object.entries(methodPolicies.eip155).filter(([, policy]) => policy === 'sign')
    const all = [...signing.map(([method]) => method), 'wallet_addEthereumChain', 'wallet_switchEthereumChain']
    const dialogRefuses = ['wallet_requestExecutionPermissions', 'wallet_revokeExecutionPermission']
    expect([...evmSignMethods, ...dialogRefuses].sort()).toEqual(all.sort())
  })

  test('behavior: has no method that no wallet behind the dialog serves: a page is told so, and shows the state of its calls itself', () => {
    expect(methodPolicy('eip155', 'wallet_showCallsStatus')).toBeUndefined()
    expect(methodPolicy('eip155', 'wallet_getCallsStatus')).toBe('read')
  })
})
