import { namespaceIds } from '@latchkey/protocol'
import { encodeAddress } from '@polkadot/util-crypto'
import { bech32 } from '@scure/base'
import { Address, NETWORK } from '@scure/btc-signer'
import { getAddressDecoder } from '@solana/kit'
import fc from 'fast-check'
import { getAddress, toHex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Dialog } from '../../lib/dialog.js'
import later from '../../locales/later-en.json' with { type: 'json' }
import { evmAddress, solanaAddress } from '../../testing/familyAddresses.js'
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
  cosmos: bytes(20).map((hash) => bech32.encode('osmo', bech32.toWords(hash)) as string),
}

describe('validateRecipient', () => {
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
