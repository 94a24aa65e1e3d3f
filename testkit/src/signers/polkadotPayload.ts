import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { hex } from '@scure/base'

/** The part of polkadot-js's `SignerPayloadJSON` that is signed. Numbers are hex. */
export type SignerPayload = {
  readonly address: string
  readonly blockHash: string
  readonly era: string
  readonly genesisHash: string
  readonly method: string
  readonly nonce: string
  readonly specVersion: string
  readonly tip: string
  readonly transactionVersion: string
  readonly signedExtensions: readonly string[]
  readonly assetId?: unknown
  readonly mode?: number
  readonly metadataHash?: string
}

/** A payload longer than this is hashed before it is signed. */
const longest = 256

const bytes = (text: string) => hex.decode(text.replace(/^0x/, ''))

/** SCALE's compact number. */
function compact(text: string): Uint8Array {
  const value = BigInt(text)
  const little = (number: bigint, length: number) =>
    Uint8Array.from({ length }, (_, index) => Number((number >> BigInt(8 * index)) & 0xffn))
  if (value < 1n << 6n) return little(value << 2n, 1)
  if (value < 1n << 14n) return little((value << 2n) | 1n, 2)
  if (value < 1n << 30n) return little((value << 2n) | 2n, 4)
  const length = Math.ceil(value.toString(16).length / 2)
  return concatBytes(Uint8Array.of(((length - 4) << 2) | 3), little(value, length))
}

const u32 = (text: string) => new Uint8Array(Uint32Array.of(Number(text)).buffer)
const none = Uint8Array.of(0)

/** What each signed extension adds: to the transaction itself, and to what is signed besides. Others add nothing. */
const extensions: Readonly<
  Record<string, readonly [extra: (payload: SignerPayload) => Uint8Array, additional: (payload: SignerPayload) => Uint8Array]>
> = {
  CheckMortality: [({ era }) => bytes(era), ({ blockHash }) => bytes(blockHash)],
  CheckEra: [({ era }) => bytes(era), ({ blockHash }) => bytes(blockHash)],
  CheckNonce: [({ nonce }) => compact(nonce), () => new Uint8Array()],
  ChargeTransactionPayment: [({ tip }) => compact(tip), () => new Uint8Array()],
  ChargeAssetTxPayment: [({ tip }) => concatBytes(compact(tip), none), () => new Uint8Array()],
  CheckSpecVersion: [() => new Uint8Array(), ({ specVersion }) => u32(specVersion)],
  CheckTxVersion: [() => new Uint8Array(), ({ transactionVersion }) => u32(transactionVersion)],
  CheckGenesis: [() => new Uint8Array(), ({ genesisHash }) => bytes(genesisHash)],
  CheckMetadataHash: [
    ({ mode = 0 }) => Uint8Array.of(mode),
    ({ metadataHash }) => (metadataHash ? concatBytes(Uint8Array.of(1), bytes(metadataHash)) : none),
  ],
}
const empty: readonly string[] = ['CheckNonZeroSender', 'CheckWeight', 'PrevalidateAttests', 'StorageWeightReclaim', 'WeightReclaim']

/**
 * The bytes that a transaction's signature is over (extrinsic version 4).
 *
 * @throws RangeError for an extension that is not known here: signing blindly would be worse
 */
export function signingBytes(payload: SignerPayload): Uint8Array {
  const unknown = payload.signedExtensions.filter((name) => !Object.hasOwn(extensions, name) && !empty.includes(name))
  if (unknown.length > 0 || payload.assetId)
    throw new RangeError(`Not known here: ${[...unknown, ...(payload.assetId ? ['assetId'] : [])].join(', ')}.`)
  const parts = payload.signedExtensions.flatMap((name) => (Object.hasOwn(extensions, name) ? [extensions[name]] : []))
  const extra = parts.map((part) => part?.[0](payload) ?? new Uint8Array())
  const additional = parts.map((part) => part?.[1](payload) ?? new Uint8Array())
  const whole = concatBytes(bytes(payload.method), ...extra, ...additional)
  return whole.length > longest ? blake2b(whole, { dkLen: 32 }) : whole
}
