import { describe, expect, test } from 'vitest'
import type { Chain } from '../config/chains.js'
import { createMethodRules, effectOf } from './methodRules.js'

const chain = (changes: Partial<Chain> = {}): Chain => ({
  caipNetworkId: 'eip155:31337',
  id: 31_337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  upstreams: [{ url: 'http://127.0.0.1:1', weight: 1 }],
  testnet: true,
  rpcMethods: [],
  ...changes,
})
const two = chain({ upstreams: [1, 2].map((port) => ({ url: `http://127.0.0.1:${port}`, weight: 1 })) })
const decide = (method: string, params = '[]', on = chain()) => createMethodRules(on, 1_000)({ id: '1', method, params })

describe('createMethodRules', () => {
  test('behavior: answers what the configuration knows', () => {
    expect(decide('eth_chainId')).toEqual({ kind: 'result', raw: '"0x7a69"' })
    expect(decide('net_version')).toEqual({ kind: 'result', raw: '"31337"' })
    expect(decide('net_listening')).toEqual({ kind: 'result', raw: 'true' })
  })

  test.each([
    'eth_blockNumber',
    'eth_call',
    'eth_sendRawTransaction',
    'eth_getLogs',
    'eth_newFilter',
    'web3_clientVersion',
    'eth_simulateV1',
  ])('behavior: %s goes to a node', (method) => {
    expect(decide(method)).toBeNull()
  })

  test.each([
    'debug_traceTransaction',
    'trace_block',
    'admin_peers',
    'personal_unlockAccount',
    'personal_sign',
    'anvil_setBalance',
    'evm_mine',
    'eth_accounts',
    'eth_sendTransaction',
    'eth_sign',
    'eth_subscribe',
    'wallet_getCapabilities',
    'wallet_getAssets',
    'constructor',
    '__proto__',
    'toString',
    'eth_blockNumber ',
    'ETH_BLOCKNUMBER',
  ])('error: %s does not exist here', (method) => {
    expect(decide(method)).toMatchObject({ kind: 'error', code: -32_601, message: `the method ${method} does not exist/is not available` })
  })

  test('behavior: a chain may allow more, by name or by prefix', () => {
    const open = chain({ rpcMethods: ['anvil_mine', 'debug_*'] })
    expect(decide('anvil_mine', '[]', open)).toBeNull()
    expect(decide('debug_traceCall', '[]', open)).toBeNull()
    expect(decide('anvil_setBalance', '[]', open)).toMatchObject({ code: -32_601 })
  })

  test('error: filters are refused where the next call may reach another node', () => {
    for (const method of ['eth_newFilter', 'eth_newBlockFilter', 'eth_getFilterChanges', 'eth_getFilterLogs', 'eth_uninstallFilter'])
      expect(decide(method, '[]', two)).toMatchObject({ code: -32_601 })
    expect(decide('eth_getLogs', '[{}]', two)).toBeNull()
  })

  test.each([
    ['[{"fromBlock":"0x0","toBlock":"0x3e8"}]', null],
    ['[{"fromBlock":"0x0","toBlock":"0x3e9"}]', { code: -32_005 }],
    ['[{"fromBlock":"0x0","toBlock":"latest"}]', { kind: 'byHeight' }],
    ['[{"fromBlock":5}]', { kind: 'byHeight' }],
    ['[{"fromBlock":"earliest","toBlock":"0X3E9"}]', { code: -32_005 }],
    ['[{"fromBlock":"0X0","toBlock":"1001"}]', { code: -32_005 }],
    ['[{"fromBlock":0,"toBlock":1001}]', { code: -32_005 }],
    ['[{"fromBlock":"0x3e9","toBlock":"earliest"}]', null],
    ['[{"fromBlock":"safe","toBlock":"finalized"}]', null],
    ['[{"fromBlock":"latest"}]', null],
    ['[{"blockHash":"0xabc"}]', null],
    ['[{"blockHash":"0xabc","fromBlock":"0x0"}]', { code: -32_602 }],
    ['[{"FROMBLOCK":"0x0","fromBlock":"latest"}]', { code: -32_602 }],
    ['[{"fromBlock":"-1"}]', { code: -32_602 }],
    ['[{"fromBlock":["0x0"]}]', { code: -32_602 }],
    ['[]', null],
    ['[null]', null],
    ['{"a":1}', null],
  ])('behavior: eth_getLogs %s', (params, expected) => {
    const decision = decide('eth_getLogs', params)
    if (expected) expect(decision).toMatchObject(expected)
    else expect(decision).toBeNull()
    if (params.startsWith('[')) expect(decide('eth_newFilter', params)).toEqual(expected ? expect.objectContaining(expected) : null)
  })

  test.each([
    ['[{"fromBlock":"0x0"}]', 1_000, null],
    ['[{"fromBlock":"earliest","toBlock":"finalized"}]', 1_001, { code: -32_005 }],
    ['[{"fromBlock":"0x64","toBlock":"safe"}]', 1_101, { code: -32_005 }],
    ['[{"fromBlock":"pending","toBlock":"0x64"}]', 5_000, null],
    ['[{"toBlock":"0xffffffff"}]', 5, { code: -32_005 }],
  ])('behavior: eth_getLogs %s at height %i', (params, height, expected) => {
    const decision = decide('eth_getLogs', params)
    if (decision?.kind !== 'byHeight') throw new Error('It was decided without the height.')
    if (expected) expect(decision.decide(height)).toMatchObject(expected)
    else expect(decision.decide(height)).toBeNull()
  })

  test('error: more addresses than any page asks for', () => {
    expect(decide('eth_getLogs', `[{"address":["${'a'.repeat(140_000)}"]}]`)).toMatchObject({ code: -32_005 })
  })
})

describe('effectOf', () => {
  test('behavior: only reads may be asked twice', () => {
    expect(effectOf('eth_call')).toBe('read')
    expect(effectOf('eth_getFilterChanges')).toBe('once')
    expect(effectOf('eth_sendRawTransaction')).toBe('change')
    expect(effectOf('anvil_mine')).toBe('change')
  })
})
