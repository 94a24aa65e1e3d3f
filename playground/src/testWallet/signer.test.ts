import { localPhrase } from '@latchkey/testkit/src/signers/localPhrase.ts'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { accounts } from './signer.js'

test('behavior: the accounts are the first two of the phrase that local chains fund', () => {
  const derived = accounts.map((_, addressIndex) => mnemonicToAccount(localPhrase, { addressIndex }))
  expect(derived).toHaveLength(2)
  expect(accounts.map(({ address, publicKey }) => [address, publicKey])).toEqual(
    derived.map(({ address, publicKey }) => [address, publicKey]),
  )
})
