import { builtInNetworks, isNamespaceId, namespaceIds } from '@latchkey/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { switchTarget } from './switchTarget.js'

const parts = fc.string({ unit: 'binary', minLength: 1, maxLength: 32 }).filter((text) => !text.includes(':'))
const used = builtInNetworks.map(({ chainNamespace }) => chainNamespace)
const known = builtInNetworks.flatMap(({ caipNetworkId, deprecatedCaipNetworkId }) => [
  caipNetworkId,
  deprecatedCaipNetworkId ?? caipNetworkId,
])

describe('switchTarget', () => {
  test('behavior: every network of the page, under each of its ids', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...known),
        fc.shuffledSubarray([...builtInNetworks], { minLength: builtInNetworks.length }),
        (id, networks) => {
          const { caipNetworkId, deprecatedCaipNetworkId } = switchTarget(id, networks)
          expect([caipNetworkId, deprecatedCaipNetworkId]).toContain(id)
        },
      ),
    )
  })

  test('error: a target without a family', () => {
    const broken = fc.oneof(
      parts,
      parts.map((text) => `:${text}`),
      fc.tuple(parts, parts).map(([name, rest]) => `${name}:${rest}`),
    )
    fc.assert(
      fc.property(broken, (id) => {
        fc.pre(!isNamespaceId(id.split(':')[0]))
        expect(() => switchTarget(id, builtInNetworks)).toThrow(new Error('Invalid CAIP-2 network id'))
      }),
    )
  })

  test('error: a family that the page does not use, a network that it does not use', () => {
    fc.assert(
      fc.property(fc.constantFrom(...namespaceIds), parts, (name, reference) => {
        const id = `${name}:${reference}` as const
        fc.pre(!known.includes(id))
        const message = used.includes(name) ? 'Network Not Found' : 'Chain adapter not found'
        expect(() => switchTarget(id, builtInNetworks)).toThrow(expect.objectContaining({ code: 4902, message }))
      }),
    )
  })
})
