import { serializeSignDoc } from '@cosmjs/amino'
import { makeSignBytes } from '@cosmjs/proto-signing'
import { signBip322, signEcdsa } from '@latchkey/testkit/src/signers/bitcoinMessage.ts'
import { aminoBytes, directBytes, messageDocument } from '@latchkey/testkit/src/signers/cosmosDocuments.ts'
import { type SignerPayload, signingBytes } from '@latchkey/testkit/src/signers/polkadotPayload.ts'
import { buildTransfer, readTransaction } from '@latchkey/testkit/src/signers/solanaTransaction.ts'
import { fromSs58, toSs58 } from '@latchkey/testkit/src/signers/ss58.ts'
import { TypeRegistry } from '@polkadot/types'
import { cryptoWaitReady, encodeAddress, signatureVerify } from '@polkadot/util-crypto'
import { base64, hex } from '@scure/base'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519'
import {
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { Verifier } from 'bip322-js'
import { describe, expect, test } from 'vitest'
import { bitcoinKeys, regtest } from './bip122/bitcoinKeys.js'
import { verifyBitcoin } from './bip122/verifyBitcoin.js'
import { secretOf } from './keys.js'
import { wrapped } from './polkadot/testWallet.js'
import { writeSignIn } from './solana/signInMessage.js'

/* Everything that the test wallets write by hand, against the libraries that real pages and wallets use. */

const from = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'
const to = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const blockhash = 'CmpNeggWJ4JaWJeJ8YKN1Zypmk7uvQq3PECGUCAEMbky'

describe('buildTransfer', () => {
  test('behavior: writes the bytes that Solana’s own client writes', () => {
    const source = { address: address(from), signTransactions: async () => [] }
    const message = pipe(
      createTransactionMessage({ version: 'legacy' }),
      (empty) => setTransactionMessageFeePayer(address(from), empty),
      (paid) => setTransactionMessageLifetimeUsingBlockhash({ blockhash: blockhash as never, lastValidBlockHeight: 1n }, paid),
      (timed) =>
        appendTransactionMessageInstructions(
          [getTransferSolInstruction({ source: source as never, destination: address(to), amount: 1_500_000_000n })],
          timed,
        ),
    )
    const expected = getBase64EncodedWireTransaction(compileTransaction(message))
    expect(base64.encode(buildTransfer({ from, to, lamports: 1_500_000_000n, blockhash }))).toBe(expected)
  })

  test('error: an address that is none', () => {
    expect(() => buildTransfer({ from, to: 'abc', lamports: 1n, blockhash })).toThrow('32 bytes')
  })
})

describe('readTransaction', () => {
  test('behavior: says what is moved, and where whose signature goes', () => {
    const read = readTransaction(buildTransfer({ from, to, lamports: 7n, blockhash }))
    expect(read.transfers).toEqual([{ to, lamports: 7n }])
    expect([read.slotOf(from), read.slotOf(to)]).toEqual([1, undefined])
  })
})

describe('writeSignIn', () => {
  test('behavior: in the order of the standard', () => {
    const text = writeSignIn({ statement: 'Welcome', nonce: 'abc', uri: 'https://a', resources: ['https://b'] }, 'shop.example', from)
    expect(text).toBe(
      `shop.example wants you to sign in with your Solana account:\n${from}\n\nWelcome\n\nURI: https://a\nNonce: abc\nResources:\n- https://b`,
    )
  })
})

describe('signatures of Bitcoin messages', () => {
  const [payment, ordinals] = bitcoinKeys() as [ReturnType<typeof bitcoinKeys>[number], ReturnType<typeof bitcoinKeys>[number]]
  const message = 'Hello from the playground ✓'

  test('behavior: BIP-322 of both accounts holds for another library, and each signature for the page', () => {
    for (const [key, signature] of [
      [payment, signEcdsa(message, payment.secret)],
      [payment, signBip322(message, payment.script, payment.secret)],
      [ordinals, signBip322(message, ordinals.script, ordinals.secret)],
    ] as const) {
      // The other library cannot recover ECDSA keys without a native addon.
      if (signature.length !== 65) expect(Verifier.verifySignature(key.address, message, base64.encode(signature))).toBe(true)
      expect(verifyBitcoin(key.address, message, hex.encode(signature))).toBe(true)
      expect(verifyBitcoin(key.address, `${message}!`, hex.encode(signature))).toBe(false)
      expect(verifyBitcoin(key.address, message, `smp${base64.encode(signature)}`)).toBe(true)
    }
  })

  test('error: a signature of another account is none', () => {
    const signature = hex.encode(signBip322(message, ordinals.script, ordinals.secret))
    expect(verifyBitcoin(payment.address, message, signature)).toBe(false)
    expect(verifyBitcoin(payment.address, message, hex.encode(signEcdsa(message, ordinals.secret)))).toBe(false)
    expect(verifyBitcoin('nobody', message, signature)).toBe(false)
  })

  test('behavior: a PSBT that pays from both accounts can be finished with their keys', () => {
    const transaction = new Transaction()
    for (const [index, { script, publicKey, purpose }] of [payment, ordinals].entries())
      transaction.addInput({
        txid: '11'.repeat(32),
        index,
        witnessUtxo: { script, amount: 10_000n },
        ...(purpose === 'ordinals' ? { tapInternalKey: publicKey.subarray(1) } : {}),
      })
    transaction.addOutputAddress(p2wpkh(payment.publicKey, regtest).address as string, 15_000n, regtest)
    expect([payment, ordinals].map(({ secret }, index) => transaction.signIdx(secret, index))).toEqual([true, true])
    transaction.finalize()
    expect(transaction.fee).toBe(5_000n)
  })
})

describe('signatures of Polkadot', () => {
  const secret = secretFromSeed(secretOf('polkadot'))
  const publicKey = getPublicKey(secret)

  test('behavior: the address is what polkadot-js writes, and the message holds for it', async () => {
    await cryptoWaitReady()
    const own = toSs58(publicKey)
    expect(own).toBe(encodeAddress(publicKey))
    expect(fromSs58(own)).toEqual(publicKey)
    const signature = sign(secret, wrapped('0x48656c6c6f'))
    expect(signatureVerify('<Bytes>Hello</Bytes>', signature, own).isValid).toBe(true)
    expect(new TextDecoder().decode(wrapped('<Bytes>Hello</Bytes>'))).toBe('<Bytes>Hello</Bytes>')
  })

  const payload: SignerPayload = {
    address: toSs58(publicKey),
    blockHash: `0x${'ab'.repeat(32)}`,
    era: '0xf502',
    genesisHash: `0x${'cd'.repeat(32)}`,
    method: `0x0403${'ef'.repeat(33)}28`,
    nonce: '0x00000041',
    specVersion: '0x000f4de4',
    tip: '0x00000000000000000000000012345678',
    transactionVersion: '0x0000001a',
    signedExtensions: [
      'CheckNonZeroSender',
      'CheckSpecVersion',
      'CheckTxVersion',
      'CheckGenesis',
      'CheckMortality',
      'CheckNonce',
      'CheckWeight',
      'ChargeTransactionPayment',
      'CheckMetadataHash',
    ],
    mode: 0,
  }

  test.each([
    ['short', payload],
    ['long', { ...payload, method: `0x0000${'aa'.repeat(300)}` }],
    ['with a tip of many bytes', { ...payload, tip: `0x${'ff'.repeat(16)}` }],
  ])('behavior: a %s transaction is signed over the bytes of polkadot-js', (_name, given) => {
    const registry = new TypeRegistry()
    registry.setSignedExtensions([...given.signedExtensions])
    const made = registry.createType('ExtrinsicPayload', { ...given, version: 4 } as never, { version: 4 })
    const bytes = made.toU8a({ method: true })
    const expected = bytes.length > 256 ? registry.hash(bytes).toU8a() : bytes
    expect(hex.encode(signingBytes(given))).toBe(hex.encode(expected))
  })

  test('error: an extension that is not known is not signed blindly', () => {
    expect(() => signingBytes({ ...payload, signedExtensions: ['CheckNonce', 'BurnEverything'] })).toThrow('BurnEverything')
  })
})

describe('documents of Cosmos', () => {
  test('behavior: Amino and direct documents have the bytes of CosmJS', () => {
    const document = messageDocument('cosmos1abc', 'Hello <&> ✓')
    expect(aminoBytes(document)).toEqual(serializeSignDoc(document as never))
    const direct = {
      chainId: 'provider',
      accountNumber: 12_345n,
      bodyBytes: Uint8Array.of(1, 2, 3),
      authInfoBytes: new Uint8Array(200).fill(9),
    }
    expect(directBytes(direct)).toEqual(makeSignBytes(direct))
    expect(directBytes({ ...direct, accountNumber: 0n })).toEqual(makeSignBytes({ ...direct, accountNumber: 0n }))
  })
})
