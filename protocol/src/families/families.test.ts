import { describe, expect, test } from 'vitest'
import { methodPolicies } from '../methods.js'
import { addressOrder, caipNetworkIdPattern, families, familyNetworks, namespaceIds } from './index.js'

const caip2 = new RegExp(`^(?:${caipNetworkIdPattern})$`)

describe.each(namespaceIds)('%s', (id) => {
  const { mainNetworkId, networks, methods, session, describeAccount, defaultAccountType } = families[id]

  test('behavior: its networks are its own, and its main one is among those that it declares', () => {
    const ids = networks.map(({ caipNetworkId }) => caipNetworkId)
    for (const { caipNetworkId, chainNamespace, id: reference } of networks)
      expect([chainNamespace, caipNetworkId]).toEqual([id, `${id}:${reference}`])
    for (const network of [mainNetworkId, ...ids]) expect(network).toMatch(caip2)
    expect(mainNetworkId.startsWith(`${id}:`)).toBe(true)
    if (ids.length) expect(ids).toContain(mainNetworkId)
  })

  test('behavior: accounts can be asked for and something can be signed', () => {
    expect(Object.values(methodPolicies[id])).toEqual(expect.arrayContaining(['account', 'sign']))
    expect(methods.account.length).toBeGreaterThan(0)
  })

  test('behavior: what sessions leave out or rename is a method of it', () => {
    const { unproposed = [], wireMethods = {} }: { unproposed?: readonly string[]; wireMethods?: Readonly<Record<string, string>> } =
      session
    for (const method of [...unproposed, ...Object.entries(wireMethods).flat()]) expect(methodPolicies[id]).toHaveProperty([method])
  })

  test('behavior: an account is described with its address', () => {
    const described = describeAccount({ namespace: id, address: 'the address', type: defaultAccountType })
    expect(Object.values(described)).toContain('the address')
  })
})

describe('families', () => {
  test('behavior: an address is tried with every family once, those with a checksum before those without', () => {
    expect([...addressOrder].sort()).toEqual([...namespaceIds].sort())
    const checksums = addressOrder.map((id) => families[id].hasAddressChecksum)
    expect(checksums).toEqual([...checksums].sort((one, other) => Number(other) - Number(one)))
  })

  test('behavior: a network id has a reference of its family', () => {
    for (const id of ['eip155:0', 'eip155:1e3', 'eip155:', 'solana:', 'polkadot:a b', 'other:1', `cosmos:${'a'.repeat(33)}`, 'xeip155:1'])
      expect(id).not.toMatch(caip2)
    expect('cosmos:cosmoshub-4').toMatch(caip2)
  })

  test('behavior: networks are known once each', () => {
    const ids = familyNetworks.map(({ caipNetworkId }) => caipNetworkId)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
