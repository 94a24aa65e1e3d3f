import { pubkeyToAddress, serializeSignDoc } from '@cosmjs/amino'
import { makeSignBytes } from '@cosmjs/proto-signing'
import type { CaipNetworkId } from '@latchkey/protocol'
import { secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2.js'
import { TypeRegistry } from '@polkadot/types'
import { decodeAddress, signatureVerify } from '@polkadot/util-crypto'
import { Address, NETWORK, OutScript, p2pkh, p2tr, p2wpkh, Transaction } from '@scure/btc-signer'
import {
  address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase58Codec,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getPublicKeyFromAddress,
  getTransactionDecoder,
  type SignatureBytes,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type TransactionMessageBytes,
  verifySignature,
} from '@solana/kit'
import { Verifier } from 'bip322-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bitcoinId, cosmosId, polkadotId, solanaId } from './testing/networks.js'
import { connectPair, type Scene, startScene } from './testing/setup.js'

/* What every family's page would check, with the family's own library: the dialog's wallet, a relay, a wallet at the other end. */

let scene: Scene
let pair: Awaited<ReturnType<typeof connectPair>>

beforeAll(async () => {
  scene = await startScene()
  pair = await connectPair(scene)
}, 60_000)
afterAll(() => scene.close())

async function ask<T>(networkId: CaipNetworkId, method: string, params: unknown): Promise<T> {
  const namespace = networkId.split(':')[0] as 'solana'
  const answer = await pair.wallet.request({ namespace, networkId, method, params })
  expect(pair.phone.requests.at(-1)).toMatchObject({ chainId: networkId, method })
  return answer as T
}

const own = (networkId: CaipNetworkId) => pair.phone.address(networkId) ?? ''

describe('solana', () => {
  const base58 = getBase58Codec()
  const verified = async (message: TransactionMessageBytes | Uint8Array, signature: string) => {
    const key = await getPublicKeyFromAddress(address(own(solanaId)))
    return await verifySignature(key, base58.encode(signature) as SignatureBytes, message)
  }

  /** A transaction that pays its fee and leaves a note, as a page builds it. */
  function transaction(version: 'legacy' | 0, note: string): string {
    const blockhash = '4NCYB3kRT8sCNodPNuCZo8VUh4xqpBQxsxed2wd9xaD4' as Blockhash
    const memo = { programAddress: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'), data: new TextEncoder().encode(note) }
    const paid = setTransactionMessageFeePayer(address(own(solanaId)), createTransactionMessage({ version }))
    const living = setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 1n }, paid)
    return getBase64EncodedWireTransaction(compileTransaction(appendTransactionMessageInstruction(memo, living)) as never)
  }
  const decode = (wire: string) => getTransactionDecoder().decode(getBase64Encoder().encode(wire))

  test('behavior: a message', async () => {
    const message = new TextEncoder().encode('hi')
    const { signature } = await ask<{ signature: string }>(solanaId, 'solana_signMessage', {
      message: base58.decode(message),
      pubkey: own(solanaId),
    })
    expect(await verified(message, signature)).toBe(true)
  })

  test.each(['legacy', 0] as const)(
    'behavior: a transaction of version %s',
    async (version) => {
      const sent = transaction(version, 'one')
      const params = { transaction: sent, pubkey: own(solanaId) }
      const answer = await ask<{ signature: string; transaction: string }>(solanaId, 'solana_signTransaction', params)
      const signed = decode(answer.transaction)
      expect(signed.messageBytes).toEqual(decode(sent).messageBytes)
      expect(await verified(signed.messageBytes, answer.signature)).toBe(true)
      expect(Object.values(signed.signatures)).toEqual([base58.encode(answer.signature)])
    },
    20_000,
  )

  test('behavior: several transactions, in their order', async () => {
    const transactions = ['a', 'b'].map((note) => transaction(0, note))
    const params = { transactions, pubkey: own(solanaId) }
    const answer = await ask<{ transactions: string[] }>(solanaId, 'solana_signAllTransactions', params)
    expect(answer.transactions.map((wire) => decode(wire).messageBytes)).toEqual(transactions.map((wire) => decode(wire).messageBytes))
    for (const wire of answer.transactions) {
      const { messageBytes, signatures } = decode(wire)
      expect(await verified(messageBytes, base58.decode(Object.values(signatures)[0] as Uint8Array))).toBe(true)
    }
  })

  test('error: another account than the wallet’s, a chain that it cannot send to', async () => {
    const foreign = { message: 'abc', pubkey: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv' }
    await expect(ask(solanaId, 'solana_signMessage', foreign)).rejects.toMatchObject({ code: 4100 })
    const sent = { transaction: transaction(0, 'x'), pubkey: own(solanaId) }
    await expect(ask(solanaId, 'solana_signAndSendTransaction', sent)).rejects.toMatchObject({ code: 4901 })
  })
})

describe('bip122', () => {
  type Found = { readonly address: string; readonly publicKey: string; readonly path: string; readonly intention: string }
  const accounts = () => ask<readonly [Found, Found]>(bitcoinId, 'getAccountAddresses', { intentions: ['payment', 'ordinal'] })
  const coin = { txid: '22'.repeat(32), index: 1 }

  test('behavior: a payment and an ordinal account, which the session has granted both', async () => {
    const [payment, ordinal] = await accounts()
    expect([payment.intention, ordinal.intention]).toEqual(['payment', 'ordinal'])
    expect(p2wpkh(Buffer.from(payment.publicKey, 'hex')).address).toBe(payment.address)
    expect(p2tr(Buffer.from(ordinal.publicKey, 'hex')).address).toBe(ordinal.address)
    const granted = pair.connection.all.bip122?.accounts.map(({ address, type }) => [address, type])
    expect(granted).toEqual([payment, ordinal].map(({ address, intention }) => [address, intention]))
  })

  test('behavior: a message by BIP-322, of both kinds of address', async () => {
    for (const { address } of await accounts()) {
      const params = { account: address, address, message: 'hi ₿', protocol: 'bip322' }
      const answer = await ask<{ address: string; signature: string }>(bitcoinId, 'signMessage', params)
      const signature = Buffer.from(answer.signature, 'hex').toString('base64')
      expect(answer.address).toBe(address)
      expect(Verifier.verifySignature(address, 'hi ₿', signature)).toBe(true)
      expect(Verifier.verifySignature(address, 'hi', signature)).toBe(false)
    }
  })

  test('behavior: a message by ECDSA, from which the key can be taken', async () => {
    const [payment] = await accounts()
    const params = { account: payment.address, message: 'hi' }
    const answer = await ask<{ signature: string; messageHash: string }>(bitcoinId, 'signMessage', params)
    const [header = 0, ...compact] = Buffer.from(answer.signature, 'hex')
    const signature = secp256k1.Signature.fromCompact(Uint8Array.from(compact)).addRecoveryBit(header - 39)
    expect(signature.recoverPublicKey(answer.messageHash).toHex(true)).toBe(payment.publicKey)
  })

  test('behavior: a PSBT with an input of each kind, which its library completes', async () => {
    const [payment, ordinal] = await accounts()
    const script = (address: string) => OutScript.encode(Address(NETWORK).decode(address))
    const draft = new Transaction()
    draft.addInput({ ...coin, witnessUtxo: { amount: 60_000n, script: script(payment.address) } })
    draft.addInput({ ...coin, index: 2, witnessUtxo: { amount: 40_000n, script: script(ordinal.address) } })
    draft.addOutputAddress(payment.address, 99_000n)
    const { psbt, txid } = await ask<{ psbt: string; txid?: string }>(bitcoinId, 'signPsbt', {
      account: payment.address,
      psbt: Buffer.from(draft.toPSBT()).toString('base64'),
      signInputs: [
        { address: payment.address, index: 0, sighashTypes: [1] },
        { address: ordinal.address, index: 1 },
      ],
    })
    const signed = Transaction.fromPSBT(Buffer.from(psbt, 'base64'))
    signed.finalize()
    expect(signed.isFinal).toBe(true)
    expect(signed.id).toBe(draft.id)
    expect(txid).toBeUndefined()
    const [signature, key] = signed.getInput(0).finalScriptWitness ?? []
    expect(Buffer.from(key ?? []).toString('hex')).toBe(payment.publicKey)
    const digest = draft.preimageWitnessV0(0, p2pkh(Buffer.from(payment.publicKey, 'hex')).script, 1, 60_000n)
    expect(secp256k1.verify(secp256k1.Signature.fromDER((signature ?? new Uint8Array()).slice(0, -1)), digest, payment.publicKey)).toBe(
      true,
    )
  })

  test('behavior: a transfer, signed; nothing is sent without a node', async () => {
    const [payment] = await accounts()
    const recipientAddress = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    const params = { account: payment.address, recipientAddress, amount: '5000', memo: '6869' }
    const { txid, unsent } = await ask<{ txid: string; unsent: string }>(bitcoinId, 'sendTransfer', params)
    const transaction = Transaction.fromRaw(Buffer.from(unsent, 'hex'), { allowUnknownOutputs: true })
    expect(transaction.id).toBe(txid)
    const outputs = Array.from({ length: transaction.outputsLength }, (_none, index) => transaction.getOutput(index))
    const pays = outputs.find(
      ({ script }) => script && Buffer.compare(script, OutScript.encode(Address(NETWORK).decode(recipientAddress))) === 0,
    )
    expect(pays?.amount).toBe(5_000n)
  })

  test('error: an address that is not the wallet’s, a PSBT that is none', async () => {
    const foreign = { account: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', message: 'hi' }
    await expect(ask(bitcoinId, 'signMessage', foreign)).rejects.toMatchObject({ code: 4100 })
    const broken = { account: own(bitcoinId), psbt: 'AAAA', signInputs: [{ address: own(bitcoinId), index: 0 }] }
    await expect(ask(bitcoinId, 'signPsbt', broken)).rejects.toMatchObject({ code: -32602 })
  })
})

describe('polkadot', () => {
  const genesisHash = '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3'
  const payload = (method: string) => ({
    specVersion: '0x000f4a18',
    transactionVersion: '0x0000001a',
    address: own(polkadotId),
    blockHash: '0x3a2c8bd2f6c2b1f6ed0c1b0a1f6c0e4f0cbb7d1d5a5d1d4d3c8d9e0f1a2b3c4d',
    blockNumber: '0x0167ac9e',
    era: '0xe500',
    genesisHash,
    method,
    nonce: '0x00000041',
    signedExtensions: [
      ...['CheckNonZeroSender', 'CheckSpecVersion', 'CheckTxVersion', 'CheckGenesis', 'CheckMortality', 'CheckNonce', 'CheckWeight'],
      ...['ChargeTransactionPayment', 'PrevalidateAttests', 'CheckMetadataHash'],
    ],
    tip: '0x00000000000000000000000000000539',
    mode: 0,
    metadataHash: null,
    version: 4,
  })

  test('behavior: a message', async () => {
    const { signature } = await ask<{ signature: string }>(polkadotId, 'polkadot_signMessage', { address: own(polkadotId), message: 'hi' })
    expect(signatureVerify('hi', signature, own(polkadotId))).toMatchObject({ isValid: true, crypto: 'sr25519' })
    expect(signatureVerify('ho', signature, own(polkadotId)).isValid).toBe(false)
  })

  test.each([
    ['short', `0x0503${'00'.repeat(33)}04`],
    ['longer than 256 bytes', `0x0001${'ab'.repeat(300)}`],
  ])(
    'behavior: a transaction, %s',
    async (_size, method) => {
      const transactionPayload = payload(method)
      const params = { address: own(polkadotId), transactionPayload }
      const { signature } = await ask<{ signature: `0x${string}` }>(polkadotId, 'polkadot_signTransaction', params)
      const registry = new TypeRegistry()
      registry.setSignedExtensions(transactionPayload.signedExtensions)
      const bytes = registry.createType('ExtrinsicPayload', transactionPayload as never, { version: 4 }).toU8a({ method: true })
      const signed = bytes.length > 256 ? registry.hash(bytes) : bytes
      expect(signatureVerify(signed, signature, decodeAddress(own(polkadotId)))).toMatchObject({ isValid: true, crypto: 'sr25519' })
    },
    20_000,
  )

  test('error: a transaction of another chain', async () => {
    const transactionPayload = { ...payload('0x00'), genesisHash: genesisHash.replace('9', '8') }
    const params = { address: own(polkadotId), transactionPayload }
    await expect(ask(polkadotId, 'polkadot_signTransaction', params)).rejects.toMatchObject({ code: -32602 })
  })
})

describe('cosmos', () => {
  type Signed = { readonly signature: { readonly signature: string; readonly pub_key: { readonly type: string; readonly value: string } } }
  const isSigned = ({ signature: { signature, pub_key: key } }: Signed, bytes: Uint8Array) => {
    expect(pubkeyToAddress(key, 'cosmos')).toBe(own(cosmosId))
    return secp256k1.verify(Buffer.from(signature, 'base64'), sha256(bytes), Buffer.from(key.value, 'base64'))
  }
  const amino = { account_number: '3', sequence: '7', fee: { gas: '200000', amount: [] }, chain_id: 'cosmoshub-4', memo: '<hi> & ho' }

  test('behavior: an Amino document', async () => {
    const signDoc = { ...amino, msgs: [{ type: 'x', value: { b: 1, a: [2] } }] }
    const answer = await ask<Signed>(cosmosId, 'cosmos_signAmino', { signerAddress: own(cosmosId), signDoc })
    expect(isSigned(answer, serializeSignDoc(signDoc))).toBe(true)
  })

  test('behavior: a text by ADR-36, which is for no chain', async () => {
    const data = Buffer.from('hi').toString('base64')
    const msgs = [{ type: 'sign/MsgSignData', value: { signer: own(cosmosId), data } }]
    const signDoc = { chain_id: '', account_number: '0', sequence: '0', fee: { gas: '0', amount: [] }, msgs, memo: '' }
    const answer = await ask<Signed>(cosmosId, 'cosmos_signAmino', { signerAddress: own(cosmosId), signDoc })
    expect(isSigned(answer, serializeSignDoc(signDoc))).toBe(true)
  })

  test('behavior: a direct document, its bytes as base64 or hex', async () => {
    const document = {
      bodyBytes: Uint8Array.of(10, 3, 1, 2, 255),
      authInfoBytes: Uint8Array.of(18, 4, 8, 7, 6, 5),
      accountNumber: 300n,
      chainId: 'cosmoshub-4',
    }
    for (const encoding of ['base64', 'hex'] as const) {
      const text = (bytes: Uint8Array) => Buffer.from(bytes).toString(encoding)
      const { chainId, bodyBytes, authInfoBytes, accountNumber } = document
      const signDoc = { chainId, accountNumber: String(accountNumber), bodyBytes: text(bodyBytes), authInfoBytes: text(authInfoBytes) }
      const answer = await ask<Signed>(cosmosId, 'cosmos_signDirect', { signerAddress: own(cosmosId), signDoc })
      expect(isSigned(answer, makeSignBytes(document))).toBe(true)
    }
  })

  test('error: a document of another chain', async () => {
    const signDoc = { ...amino, chain_id: 'osmosis-1', msgs: [] }
    await expect(ask(cosmosId, 'cosmos_signAmino', { signerAddress: own(cosmosId), signDoc })).rejects.toMatchObject({ code: -32602 })
  })
})
