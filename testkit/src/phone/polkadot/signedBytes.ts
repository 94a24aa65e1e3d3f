import { blake2b } from '@noble/hashes/blake2.js'
import { member, text, WalletError } from '../family.ts'

/** What is signed is hashed when it is longer than this. */
const longest = 256
const hashBytes = 32
const referenceDigits = 32

function bytesOf(payload: unknown, key: string): Uint8Array {
  const value = text(payload, key)
  if (!/^0x([0-9a-f]{2})*$/i.test(value)) throw new WalletError(-32602, `Invalid params: ${key}`)
  return Buffer.from(value.slice(2), 'hex')
}

function numberOf(payload: unknown, key: string): bigint {
  const value = member(payload, key) ?? 0
  if ((typeof value !== 'string' || !/^(0x[0-9a-f]+|\d+)$/i.test(value)) && typeof value !== 'number')
    throw new WalletError(-32602, `Invalid params: ${key}`)
  return BigInt(value)
}

const littleEndian = (value: bigint, length: number) =>
  Uint8Array.from({ length }, (_none, index) => Number((value >> BigInt(8 * index)) & 0xffn))

/** SCALE's compact numbers. */
function compact(value: bigint): Uint8Array {
  if (value < 1n << 6n) return littleEndian(value << 2n, 1)
  if (value < 1n << 14n) return littleEndian((value << 2n) | 1n, 2)
  if (value < 1n << 30n) return littleEndian((value << 2n) | 2n, 4)
  const length = Math.ceil(value.toString(16).length / 2)
  return Uint8Array.from([((length - 4) << 2) | 3, ...littleEndian(value, length)])
}

type Part = (payload: unknown) => Uint8Array
const nothing: Part = () => new Uint8Array()
const word =
  (key: string): Part =>
  (payload) =>
    littleEndian(numberOf(payload, key), 4)
const era: Part = (payload) => bytesOf(payload, 'era')
const blockHash: Part = (payload) => bytesOf(payload, 'blockHash')
const tip: Part = (payload) => compact(numberOf(payload, 'tip'))
const option = (payload: unknown, key: string) =>
  typeof member(payload, key) === 'string' ? Uint8Array.from([1, ...bytesOf(payload, key)]) : Uint8Array.of(0)

/** What each extension of a runtime adds to a transaction, and what it adds to the signed bytes alone. */
const extensions: Readonly<Record<string, readonly [inTransaction: Part, signedOnly: Part]>> = {
  CheckNonZeroSender: [nothing, nothing],
  CheckWeight: [nothing, nothing],
  StorageWeightReclaim: [nothing, nothing],
  PrevalidateAttests: [nothing, nothing],
  CheckSpecVersion: [nothing, word('specVersion')],
  CheckTxVersion: [nothing, word('transactionVersion')],
  CheckGenesis: [nothing, (payload) => bytesOf(payload, 'genesisHash')],
  CheckMortality: [era, blockHash],
  CheckEra: [era, blockHash],
  CheckNonce: [(payload) => compact(numberOf(payload, 'nonce')), nothing],
  ChargeTransactionPayment: [tip, nothing],
  ChargeAssetTxPayment: [(payload) => Uint8Array.from([...tip(payload), ...option(payload, 'assetId')]), nothing],
  CheckMetadataHash: [(payload) => littleEndian(numberOf(payload, 'mode'), 1), (payload) => option(payload, 'metadataHash')],
}

/**
 * The bytes that sign a transaction (version 4): the call, what the extensions put into the transaction, and what they sign besides.
 *
 * @param payload polkadot.js' `SignerPayloadJSON`
 * @param chainId CAIP-2: a transaction of another chain is refused
 */
export function signedBytes(payload: unknown, chainId: string): Uint8Array {
  const genesis = text(payload, 'genesisHash')
  if (`polkadot:${genesis.slice(2, 2 + referenceDigits)}` !== chainId) throw new WalletError(-32602, 'The transaction is for another chain')
  const names = member(payload, 'signedExtensions')
  if (!Array.isArray(names)) throw new WalletError(-32602, 'Invalid params: signedExtensions')
  const parts = names.map((name) => {
    const found = Object.hasOwn(extensions, String(name)) ? extensions[String(name)] : undefined
    if (!found) throw new WalletError(4200, `Unknown signed extension: ${name}`)
    return found
  })
  const bytes = [bytesOf(payload, 'method'), ...parts.map(([part]) => part(payload)), ...parts.map(([, part]) => part(payload))]
  const all = Uint8Array.from(bytes.flatMap((part) => [...part]))
  return all.length > longest ? blake2b(all, { dkLen: hashBytes }) : all
}
