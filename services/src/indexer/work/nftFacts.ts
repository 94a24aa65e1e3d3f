import type { NftTrait } from '@latchkey/protocol'
import { request } from 'undici'
import { type Hex, numberToHex } from 'viem'
import { fetchForeign } from '../../images/fetchForeign.js'
import { isBusy } from '../node/reader.js'
import { RpcError } from '../node/rpc.js'
import type { NftFacts, NftId } from '../store/store.js'
import type { ChainWork, NftSettings } from './chainWork.js'
import { cleanText } from './cleanText.js'
import { readText } from './tokenFacts.js'

/** NFTs that are fetched at once. */
const most = 8
/** Milliseconds, and bytes. */
const timeout = 2_000
const largest = 1_048_576
/** Characters of a picture that is in the metadata itself. */
const longestPicture = 65_536
const longestAddress = 2_048

const uintWord = (value: bigint) => numberToHex(value, { size: 32 }).slice(2)
const question = ({ kind, tokenId }: NftId): Hex => `${kind === 'erc721' ? '0xc87b56dd' : '0x0e89341c'}${uintWord(tokenId)}`

/** Where an `ipfs:` address leads by the operator's gateway. Null when there is none, or it is no address of IPFS. */
export function ipfsUrl(uri: string, gateway: string | undefined): string | null {
  const path = /^ipfs:\/\/(?:ipfs\/)?([a-zA-Z0-9]{32,100}(?:\/[^?#\\]*)?)$/.exec(uri)?.[1]
  // Reading an address leaves out tabs and line breaks, and takes `%2e` for a point: the gateway's host may have other paths that nobody shall reach.
  if (!gateway || !path || /[\t\n\r]/.test(path) || path.split('/').some((part) => /^(?:\.|%2e){1,2}$/i.test(part))) return null
  return `${gateway.replace(/\/$/, '')}/ipfs/${path}`
}

/** The bytes of a `data:` address. Null when it is none. */
function readData(uri: string): Buffer | null {
  const [, facts, body] = /^data:([^,]{0,200}),(.*)$/is.exec(uri) ?? []
  if (facts === undefined || body === undefined || body.length > largest * 2) return null
  if (/;base64$/i.test(facts)) return Buffer.from(body, 'base64')
  try {
    return Buffer.from(decodeURIComponent(body))
  } catch {
    // Many contracts write their text as it is.
    return Buffer.from(body)
  }
}

/** That the gateway has had enough for now. */
const busy = 'busy'
const tooManyRequests = 429

/** The gateway is the operator's own, so it may be anywhere; it may not send us elsewhere. */
async function fetchFromGateway(url: string): Promise<Uint8Array | typeof busy | null> {
  const answer = await request(url, { signal: AbortSignal.timeout(timeout) })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > largest) return null
    chunks.push(chunk)
  }
  if (answer.statusCode === tooManyRequests) return busy
  return answer.statusCode === 200 ? Buffer.concat(chunks) : null
}

/**
 * What a metadata address holds. Null when it may not be fetched, or cannot be: also where a stranger's server says that it is busy, because one that
 * always says so would be asked for ever.
 */
async function fetchMetadata(uri: string, { https, ipfsGateway }: NftSettings): Promise<Uint8Array | typeof busy | null> {
  if (/^data:/i.test(uri)) return readData(uri)
  try {
    if (/^ipfs:/.test(uri)) {
      const url = ipfsUrl(uri, ipfsGateway)
      return url ? await fetchFromGateway(url) : null
    }
    return https && /^https:/.test(uri) ? await fetchForeign(uri, { timeout, largest, accept: 'application/json' }) : null
  } catch {
    return null
  }
}

/** An address of a picture that a page may be given. */
function pictureOf(value: unknown, gateway: string | undefined): string | null {
  if (typeof value !== 'string') return null
  if (/^data:image\/[a-z+.-]+[;,]/i.test(value)) return value.length <= longestPicture ? (cleanText(value, longestPicture) ?? null) : null
  const url = /^ipfs:/.test(value) ? ipfsUrl(value, gateway) : value
  return url && url.length <= longestAddress && /^https?:/.test(url) && URL.canParse(url) ? cleanText(url, longestAddress) : null
}

/** Traits of one NFT, and characters of a name and of a value. */
const mostTraits = 24
const longestTrait = 100
/** The year 10,000: what lies beyond is no date. */
const lastSecond = 253_402_300_800

/** A name or a value that can be shown. Null for anything else. */
function traitText(value: unknown, isDate = false): string | null {
  if (isDate && typeof value === 'number' && value >= 0 && value < lastSecond) return new Date(value * 1_000).toISOString().slice(0, 10)
  const isShown = typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
  return isShown ? cleanText(String(value), longestTrait) : null
}

/** `attributes` as marketplaces read them (a list of `trait_type` and `value`), else the plain `properties` of ERC-1155. What is no trait is left out. */
function readTraits(attributes: unknown, properties: unknown): readonly NftTrait[] {
  const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
  const listed = Array.isArray(attributes)
    ? attributes.filter(isRecord).map(({ trait_type, value, display_type }) => [trait_type, value, display_type === 'date'] as const)
    : Object.entries(isRecord(properties) && !Array.isArray(properties) ? properties : {})
  const traits = listed.flatMap(([name, value, isDate]): readonly NftTrait[] => {
    const text = traitText(value, isDate)
    return text ? [{ name: traitText(name) ?? '', value: text }] : []
  })
  return traits.slice(0, mostTraits)
}

/** The parts of ERC-721's and ERC-1155's metadata that are shown. Null when it is no metadata. */
export function readMetadata(bytes: Uint8Array, gateway: string | undefined): NftFacts['metadata'] {
  let json: unknown
  try {
    json = JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return null
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return null
  const { name, description, image, image_url, animation_url, attributes, properties } = json as Readonly<Record<string, unknown>>
  const textOf = (value: unknown, longest: number) =>
    typeof value === 'string' || typeof value === 'number' ? cleanText(String(value), longest) : null
  return {
    name: textOf(name, 200),
    description: textOf(description, 1_000),
    image: pictureOf(image ?? image_url, gateway),
    animation: pictureOf(animation_url, gateway),
    traits: readTraits(attributes, properties),
  }
}

/**
 * Fetches metadata that waits.
 *
 * @returns whether there may be more to fetch at once
 */
export async function fetchNfts({ store, rpc, settings }: ChainWork): Promise<boolean> {
  const queued = await store.nftsToFetch(settings.chain, most)
  if (queued.length === 0) return false
  const uris = await rpc.batch<Hex>(queued.map((id) => ({ method: 'eth_call', params: [{ to: id.token, data: question(id) }, 'latest'] })))
  const facts = await Promise.all(
    queued.map(async ({ token, tokenId }, index): Promise<NftFacts> => {
      const answer = uris[index]
      if (isBusy(answer)) return { token, tokenId, metadata: null, isBusy: true }
      // ERC-1155 lets one address stand for all ids.
      const uri = answer instanceof RpcError || !answer ? null : readUri(answer)?.replaceAll('{id}', uintWord(tokenId))
      const bytes = uri ? await fetchMetadata(uri, settings.nfts) : null
      if (bytes === busy) return { token, tokenId, metadata: null, isBusy: true }
      return { token, tokenId, metadata: bytes && readMetadata(bytes, settings.nfts.ipfsGateway) }
    }),
  )
  await store.saveNfts(settings.chain, facts)
  return !facts.some(({ isBusy }) => isBusy)
}

/** The whole address: a `data:` one holds everything. */
const readUri = (data: Hex) => readText(data, largest * 2)
