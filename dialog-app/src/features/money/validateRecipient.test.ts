import { type NamespaceId, namespaceIds } from '@latchkey/protocol'
import { base58Decode, checkAddressChecksum, decodeAddress, encodeAddress } from '@polkadot/util-crypto'
import { bech32 } from '@scure/base'
import { Address, NETWORK } from '@scure/btc-signer'
import { getAddressDecoder, isAddress as isSolanaAddress } from '@solana/kit'
import fc from 'fast-check'
import { getAddress, toHex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Dialog } from '../../lib/dialog.js'
import later from '../../locales/later-en.json' with { type: 'json' }
import { evmAddress, polkadotAddress, solanaAddress } from '../../testing/familyAddresses.js'
import { testDialog } from '../../testing/testDialog.js'
import { validateRecipient } from './validateRecipient.js'

let dialog: Dialog
beforeEach(() => {
  dialog = testDialog()
})

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const addresses = {
  eip155: bytes(20).map((hash) => getAddress(toHex(hash))),
  solana: bytes(32).map((key) => getAddressDecoder().decode(key) as string),
  bip122: fc.oneof(
    bytes(20).map((hash) => Address(NETWORK).encode({ type: 'wpkh', hash })),
    bytes(20).map((hash) => Address(NETWORK).encode({ type: 'pkh', hash })),
  ),
  polkadot: bytes(32).map((key) => encodeAddress(key, 0)),
  cosmos: fc
    .tuple(fc.constantFrom('osmo', 'juno', 'terra', 'akash', 'cosmos'), bytes(20))
    .map(([chain, hash]) => bech32.encode(chain, bech32.toWords(hash)) as string),
}

/** Whether a text is right, by the libraries of the families; nothing else is a substitution that bech32 finds, always. */
const isRightBy: Readonly<Record<NamespaceId, (text: string) => boolean>> = {
  eip155: (text) => {
    const small = text.toLowerCase()
    return /^0x[0-9a-f]{40}$/.test(small) && [getAddress(small), small, `0x${text.slice(2).toUpperCase()}`].includes(`0x${text.slice(2)}`)
  },
  solana: isSolanaAddress,
  bip122: (text) => {
    try {
      return Boolean(Address(NETWORK).decode(text))
    } catch {
      return false
    }
  },
  polkadot: (text) => {
    try {
      const [isValid, end, start] = checkAddressChecksum(base58Decode(text))
      return isValid && end - start === 32
    } catch {
      return false
    }
  },
  cosmos: () => false,
}
const bech32Letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const typable = [...'0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ']
const otherCase = (letter: string) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())

describe('validateRecipient', () => {
  test.each(namespaceIds)(
    'error: an address of %s with one other character or capital is refused, unless that is an address, too',
    async (family) => {
      await fc.assert(
        fc.asyncProperty(addresses[family], fc.nat(), fc.option(fc.constantFrom(...typable)), async (address, where, typed) => {
          const at = where % address.length
          const slip = address.slice(0, at) + (typed ?? otherCase(address[at] ?? '')) + address.slice(at + 1)
          const { kind } = await validateRecipient(dialog, slip, family)
          expect(kind === 'right').toBe(slip === address || isRightBy[family](slip))
          // What another family's address became by a slip is no key.
          expect((await validateRecipient(dialog, slip, 'solana')).kind === 'right').toBe(family === 'solana' && isRightBy.solana(slip))
        }),
        { numRuns: 200 },
      )
    },
  )

  test.each(namespaceIds)('error: an address of %s that is cut, or goes on, is refused', async (family) => {
    await fc.assert(
      fc.asyncProperty(addresses[family], fc.constantFrom(...typable), fc.boolean(), async (address, more, isCut) => {
        const slip = isCut ? address.slice(0, -1) : address + more
        expect((await validateRecipient(dialog, slip, family)).kind === 'right').toBe(isRightBy[family](slip))
        expect((await validateRecipient(dialog, slip, 'solana')).kind === 'right').toBe(family === 'solana' && isRightBy.solana(slip))
      }),
    )
  })

  test('error: a bech32 address without a letter that base58 lacks is no key, in either case, with one other character', async () => {
    // Of 43 or 44 characters, as keys have; `0` and `l` would tell them apart.
    const words = fc.array(fc.constantFrom(...[...Array(32).keys()].filter((word) => !'0l'.includes(bech32Letters[word] ?? ''))), {
      minLength: 32,
      maxLength: 32,
    })
    const chain = fc.constantFrom('osmo', 'juno', 'terra', 'akash', 'stars', 'bc')
    await fc.assert(
      fc.asyncProperty(chain, words, fc.nat(), fc.constantFrom(...typable), fc.boolean(), async (prefix, data, where, typed, isCapital) => {
        const small = bech32.encode(prefix, data) as string
        const address = isCapital ? small.toUpperCase() : small
        const at = where % address.length
        const slip = address.slice(0, at) + typed + address.slice(at + 1)
        expect((await validateRecipient(dialog, slip, 'solana')).kind).not.toBe('right')
      }),
      { numRuns: 500 },
    )
  })

  test('behavior: addresses of programs, whose letters may be of one case, are keys', async () => {
    for (const address of [
      '11111111111111111111111111111111',
      'So11111111111111111111111111111111111111112',
      'Stake11111111111111111111111111111111111111',
      '1nc1nerator11111111111111111111111111111111',
    ])
      expect(await validateRecipient(dialog, address, 'solana')).toEqual({ kind: 'right', address })
  })

  test('behavior: an EVM address may be all small or all capital; with capitals of its own they are its checksum', async () => {
    const digits = evmAddress.slice(2)
    for (const text of [evmAddress, digits, `0x${digits.toLowerCase()}`, `0x${digits.toUpperCase()}`, `0X${digits.toUpperCase()}`])
      expect(await validateRecipient(dialog, text, 'eip155')).toEqual({ kind: 'right', address: evmAddress })
    for (const text of [evmAddress.replace('C', 'c'), digits.replace('C', 'c'), evmAddress.replace('c8', 'C8').replace('dc', 'Dc')])
      expect(await validateRecipient(dialog, text, 'eip155')).toEqual({ kind: 'invalid', message: 'address.invalid' })
  })

  test('error: base58 of the right length that is no key, and an SS58 format that is reserved', async () => {
    expect(await validateRecipient(dialog, '1'.repeat(44), 'solana')).toMatchObject({ kind: 'invalid' })
    expect(await validateRecipient(dialog, 'z'.repeat(44), 'solana')).toMatchObject({ kind: 'invalid' })
    expect(await validateRecipient(dialog, '2'.repeat(32), 'solana')).toMatchObject({ kind: 'invalid' })
    expect(await validateRecipient(dialog, encodeAddress(decodeAddress(polkadotAddress), 42), 'polkadot')).toMatchObject({ kind: 'right' })
  })

  test.each(namespaceIds)('behavior: every address of %s is known as such, wherever it is pasted', async (family) => {
    await fc.assert(
      fc.asyncProperty(addresses[family], fc.constantFrom(...namespaceIds), async (address, target) => {
        const verdict = await validateRecipient(dialog, ` ${address}\n`, target)
        expect(verdict).toEqual(
          target === family ? { kind: 'right', address } : { kind: 'otherFamily', family, message: 'address.otherFamily' },
        )
      }),
      { numRuns: 60 },
    )
  })

  test('behavior: the canonical spelling is given back', async () => {
    expect(await validateRecipient(dialog, evmAddress.toLowerCase(), 'eip155')).toEqual({ kind: 'right', address: evmAddress })
  })

  test('error: what is no address of any family', async () => {
    for (const text of ['', '0x', 'vitalik.eth', `${solanaAddress}${solanaAddress}`])
      expect(await validateRecipient(dialog, text, 'solana')).toEqual({ kind: 'invalid', message: 'address.invalid' })
  })

  test('behavior: the sentences are there', () => {
    for (const key of ['address.otherFamily', 'address.invalid']) expect(later).toHaveProperty([key])
  })
})
