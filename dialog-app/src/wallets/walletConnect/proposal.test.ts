import { describe, expect, test } from 'vitest'
import { buildProposal, proposedMethods } from './proposal.js'
import { solanaId, testNetworks } from './testing/networks.js'

describe('buildProposal', () => {
  test('behavior: proposes every family of the networks, each with both events', () => {
    const proposal = buildProposal(testNetworks)
    expect(Object.keys(proposal).sort()).toEqual(['bip122', 'cosmos', 'eip155', 'polkadot', 'solana'])
    expect(proposal.eip155?.chains).toEqual(['eip155:31337', 'eip155:1'])
    for (const { events } of Object.values(proposal)) expect(events).toEqual(['accountsChanged', 'chainChanged'])
  })

  test("behavior: Solana's networks are proposed under their deprecated ids too", () => {
    expect(buildProposal(testNetworks).solana?.chains).toEqual([solanaId, 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'])
    const [network] = testNetworks.filter(({ caipNetworkId }) => caipNetworkId === solanaId)
    if (!network) throw new Error('no Solana')
    const devnet = { ...network, caipNetworkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' } as const
    expect(buildProposal([devnet]).solana?.chains[1]).toBe('solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K')
    const custom = { ...network, deprecatedCaipNetworkId: 'solana:old' } as const
    expect(buildProposal([custom]).solana?.chains).toEqual([solanaId, 'solana:old'])
  })

  test('behavior: no network, nothing proposed', () => {
    expect(buildProposal([])).toEqual({})
  })
})

describe('proposedMethods', () => {
  test.each([
    [
      'solana',
      ['signMessage', 'signTransaction', 'signAllTransactions', 'signAndSendTransaction', 'getAccounts', 'requestAccounts'],
      'solana_',
    ],
    ['bip122', ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'], ''],
    ['polkadot', ['signTransaction', 'signMessage'], 'polkadot_'],
    ['cosmos', ['getAccounts', 'signDirect', 'signAmino'], 'cosmos_'],
  ] as const)('behavior: %s', (namespace, names, prefix) => {
    expect(proposedMethods(namespace).sort()).toEqual(names.map((name) => prefix + name).sort())
  })

  test('behavior: EVM signs, switches, asks the wallet for its abilities, and leaves reading to nodes', () => {
    const methods = proposedMethods('eip155')
    const wanted = [
      'personal_sign eth_sign eth_signTypedData eth_signTypedData_v3 eth_signTypedData_v4 eth_signTransaction eth_sendTransaction',
      'wallet_switchEthereumChain wallet_addEthereumChain wallet_watchAsset wallet_sendCalls wallet_getCallsStatus wallet_getCapabilities',
      'wallet_grantPermissions wallet_revokePermissions wallet_getAssets',
    ]
    expect(methods).toEqual(expect.arrayContaining(wanted.join(' ').split(' ')))
    for (const read of ['eth_call', 'eth_getBalance', 'eth_chainId', 'net_version']) expect(methods).not.toContain(read)
  })
})
