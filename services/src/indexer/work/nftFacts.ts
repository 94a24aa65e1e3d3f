import type { NftTrait } from '@latchkey/protocol'
import { request } from 'undici'
import { type Hex, numberToHex } from 'viem'
import { fetchForeign } from '../../images/fetchForeign.js'
import { rasterFormat as readFormat } from '../../images/rasterFormat.js'
import { isBusy } from '../node/reader.js'
import { RpcError } from '../node/rpc.js'
import type { NftFacts, NftId } from '../store/store.js'
import type { ChainWork, NftSettings } from './chainWork.js'
import { cleanText } from './cleanText.js'
import { readBytes, readLooseJson } from './looseJson.js'
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

/** Reading an address leaves out tabs and line breaks, and takes `%2e` for a point: a gateway's host may have other paths that nobody shall reach. */
const isDots = (part: string) => /^(?:\.|%2e){1,2}$/i.test(part)
/** Where a query or a fragment begins. `#` before an extension belongs to the name of a file (`Name #7.png`). */
const afterName = /\?|#(?![^/?]*\.[a-z0-9]{2,5}(?:[?#]|$))/i
const escaped = (part: string) => encodeURI(part).replace(/%25(?=[0-9a-f]{2})/gi, '%')

/** A path behind a base URL. Null for one that leads out of it. */
function behind(base: string, path: string): string | null {
  if (path.length > longestAddress) return null
  const end = path.search(afterName)
  const [name, rest] = end < 0 ? [path, ''] : [path.slice(0, end), path.slice(end)]
  if (/[\t\n\r]/.test(path) || name.split(/[/\\]/).some(isDots)) return null
  return `${base.replace(/\/$/, '')}/${escaped(name).replaceAll('#', '%23')}${escaped(rest)}`
}

/** A content id of IPFS by itself. */
const contentId = /^(?:Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{50,100})(?![a-zA-Z0-9])/

/** Where an address of IPFS leads by the operator's gateway, as contracts write it: `ipfs://…`, `ipfs://ipfs/…`, `/ipfs/…`, `ipns://…`, or a content id. Null when there is no gateway, or it is no such address. */
export function ipfsUrl(uri: string, gateway: string | undefined): string | null {
  const path = contentId.test(uri) ? `ipfs/${uri}` : (/^(ipfs|ipns):\/+(.*)$/is.exec(uri)?.slice(1).join('/') ?? uri.replace(/^\//, ''))
  const [, scheme = '', rest = ''] = /^(ipfs|ipns)\/(?:ipfs\/|ipns\/)?(.*)$/is.exec(path) ?? []
  const isNamed = scheme.toLowerCase() === 'ipns' ? /^[a-zA-Z0-9][a-zA-Z0-9.-]{1,100}(?:[/?#]|$)/ : /^[a-zA-Z0-9]{32,100}(?:[/?#]|$)/
  return gateway && isNamed.test(rest) ? behind(gateway, `${scheme.toLowerCase()}/${rest}`) : null
}

/** Where an address of Arweave leads. */
const arweaveUrl = (uri: string, gateway: string): string | null => {
  const path = /^ar:\/+(.*)$/is.exec(uri)?.[1]
  return path && /^[\w-]{1,100}(?:[/?#]|$)/.test(path) ? behind(gateway, path) : null
}

/** The network's own gateway: used for pictures, and for metadata where servers that contracts name may be asked. */
const openArweave = 'https://arweave.net'

/** What escapes say, as far as they say something: many contracts write their text as it is. */
const unescaped = (text: string) =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped)
    } catch {
      return escaped
    }
  })

type Data = { readonly type: string; readonly charset: string | undefined; readonly bytes: Buffer }

/** What a `data:` address holds. Null when it is none. */
function readData(uri: string): Data | null {
  const [, facts, body] = /^data:([^,]{0,200}),(.*)$/is.exec(uri) ?? []
  if (facts === undefined || body === undefined || body.length > largest * 2) return null
  const [type = '', ...parameters] = facts.split(';').map((one) => one.trim().toLowerCase())
  const isBase64 = parameters.includes('base64') || type === 'base64'
  const charset = parameters.flatMap((one) => /^charset="?([\w-]+)"?$/.exec(one)?.[1] ?? [])[0]
  if (isBase64) return { type, charset, bytes: Buffer.from(unescaped(body), 'base64') }
  const text = unescaped(body)
  // Bytes of another encoding are no escapes of UTF-8; a text that stands there as it is came to us as UTF-8, whatever it says of itself.
  if (!charset || !/%[89a-f][0-9a-f]/i.test(text)) return { type, charset: undefined, bytes: Buffer.from(text) }
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  return { type, charset, bytes: Buffer.from(bytes, 'latin1') }
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

type Found = Data | typeof busy | null
const packed = (bytes: Uint8Array): Data => ({ type: '', charset: undefined, bytes: Buffer.from(bytes) })

/**
 * What a metadata address holds. Null when it may not be fetched, or cannot be: also where a stranger's server says that it is busy, because one that
 * always says so would be asked for ever.
 */
async function fetchMetadata(uri: string, { https, ipfsGateway, arweaveGateway }: NftSettings): Promise<Found> {
  if (/^data:/i.test(uri)) return readData(uri)
  if (/^\s*[{<]/.test(uri)) return packed(Buffer.from(uri))
  try {
    const own = ipfsUrl(uri, ipfsGateway) ?? (arweaveGateway ? arweaveUrl(uri, arweaveGateway) : null)
    if (own) {
      const found = await fetchFromGateway(own)
      return found && found !== busy ? packed(found) : found
    }
    const url = arweaveUrl(uri, openArweave) ?? uri
    return https && /^https:/i.test(url)
      ? packed(await fetchForeign(url, { timeout, largest, accept: 'application/json, */*;q=0.5' }))
      : null
  } catch {
    return null
  }
}

/** Gateways, and the id that stands for `{id}`. */
export type Reading = Pick<NftSettings, 'ipfsGateway' | 'arweaveGateway'> & { readonly tokenId?: bigint }

/** ERC-1155 lets one text stand for all ids: sixty-four hexadecimal digits take the place of `{id}`. */
const withId = (text: string, tokenId: bigint | undefined) =>
  tokenId === undefined ? text : text.replace(/\{id\}|%7Bid%7D/gi, uintWord(tokenId))

/** A text as a picture, where it is one that a page can draw. */
function drawn(text: string): string | null {
  const value = /^\s*(?:<\?xml|<!--|<svg)/i.test(text) ? `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}` : text
  const [, type, rest] = /^data:\s*(image\/[\w.+-]+)\s*([;,].*)$/is.exec(value) ?? []
  // A bare `#` would begin a fragment.
  const url = type && rest && `data:${type.toLowerCase()}${rest.replaceAll('#', '%23')}`
  return url && url.length <= longestPicture ? cleanText(url, longestPicture) : null
}

/** An address of a picture that a page may be given. */
function pictureOf(value: unknown, { ipfsGateway, arweaveGateway = openArweave }: Reading): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (/^(?:data:|<)/i.test(text)) return drawn(text)
  const url = ipfsUrl(text, ipfsGateway) ?? arweaveUrl(text, arweaveGateway) ?? text
  return url.length <= longestAddress && /^https?:/i.test(url) && URL.canParse(url) ? cleanText(url, longestAddress) : null
}

/** Where metadata has a picture, the likeliest first; in any case, with `_` and `-` or without. */
const pictureKeys =
  'image imageurl imageuri imagedata imageoriginalurl displayuri artifacturi imagepreviewurl imagethumbnailurl thumbnail thumbnailurl thumbnailuri picture photo cover coverimage preview visual logo logouri icon'.split(
    ' ',
  )
const animationKeys = 'animation animationurl animationuri animationdata video videourl'.split(' ')
/** Where such fields may stand, and where an address stands in what is no plain text. */
const holders = 'properties media files assets content metadata links data'.split(' ')
const addressKeys = 'url uri src href value description gateway raw original cdn cdnuri cached cachedurl originalurl'.split(' ')
const mostNested = 3
const mostListed = 10

const plainKey = (key: string) => key.toLowerCase().replaceAll(/[_-]/g, '')
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
/** Values of these fields, in the order of the fields. */
function valuesOf(from: unknown, keys: readonly string[]): readonly unknown[] {
  if (!isObject(from)) return []
  if (Array.isArray(from)) return from.slice(0, mostListed).flatMap((one) => valuesOf(one, keys))
  const found = new Map(Object.entries(from).map(([key, value]) => [plainKey(key), value] as const))
  return keys.flatMap((key) => (found.has(key) ? [found.get(key)] : []))
}
const firstOf = (values: readonly unknown[], read: (value: unknown) => string | null): string | null => {
  for (const value of values) {
    const found = read(value)
    if (found) return found
  }
  return null
}

/** The first picture in a field, however deep its address stands in it. */
const pictureIn = (value: unknown, reading: Reading, depth = 0): string | null =>
  pictureOf(value, reading) ??
  (depth > mostNested || !isObject(value)
    ? null
    : firstOf(Array.isArray(value) ? value.slice(0, mostListed) : valuesOf(value, [...addressKeys, ...pictureKeys]), (one) =>
        pictureIn(one, reading, depth + 1),
      ))

/** The first picture in one of these fields, or in what may hold them. */
const pictureUnder = (json: unknown, keys: readonly string[], reading: Reading, depth = 0): string | null =>
  firstOf(valuesOf(json, keys), (value) => pictureIn(value, reading)) ??
  (depth > mostNested
    ? null
    : firstOf(
        valuesOf(json, holders),
        (held) =>
          pictureUnder(held, keys, reading, depth + 1) ??
          (Array.isArray(held) && keys === pictureKeys ? pictureOfFiles(held, reading) : null),
      ))

/** A list of files: those that say what they are must say that they are pictures. */
const isPictureFile = (file: unknown) => {
  const type = valuesOf(file, ['type', 'mime', 'mimetype', 'contenttype', 'format'])[0]
  return typeof type !== 'string' || /^image\b/i.test(type)
}
const pictureOfFiles = (files: readonly unknown[], reading: Reading) =>
  firstOf(files.filter(isPictureFile), (file) => pictureIn(file, reading))

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
  const listed = Array.isArray(attributes)
    ? attributes.filter(isObject).map(({ trait_type, value, display_type }) => [trait_type, value, display_type === 'date'] as const)
    : Object.entries(isObject(properties) && !Array.isArray(properties) ? properties : {}).filter(
        ([key]) => !pictureKeys.includes(plainKey(key)),
      )
  const traits = listed.flatMap(([name, value, isDate]): readonly NftTrait[] => {
    const text = traitText(value, isDate)
    return text ? [{ name: traitText(name) ?? '', value: text }] : []
  })
  return traits.slice(0, mostTraits)
}

const textOf = (value: unknown, longest: number): string | null =>
  typeof value === 'string' || typeof value === 'number' ? cleanText(String(value), longest) : null
/** A text, or the one within it: properties of ERC-1155 may be objects. */
const firstText = (values: readonly unknown[], longest: number) =>
  firstOf(values, (value) => textOf(value, longest) ?? textOf(valuesOf(value, ['value'])[0], longest))

/** The picture itself, where that is what an address holds: as it is drawn, or where it is. */
function itself(uri: string, { type, bytes }: Pick<Data, 'type' | 'bytes'>, reading: Reading): string | null {
  if (/^data:/i.test(uri)) return /^image\//.test(type) ? pictureOf(uri, reading) : drawn(bytes.toString())
  const isPicture =
    readFormat(bytes) !== null || /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<svg/is.test(bytes.toString('utf8', 0, 2_000))
  return isPicture ? (pictureOf(uri, reading) ?? drawn(bytes.toString())) : null
}

/**
 * The parts of ERC-721's and ERC-1155's metadata that are shown, as leniently as marketplaces read them. Null when it is no metadata.
 *
 * @param gateway base URL of an IPFS gateway
 */
export function readMetadata(
  bytes: Uint8Array,
  gateway: string | undefined,
  { charset, ...more }: Omit<Reading, 'ipfsGateway'> & { readonly charset?: string | undefined } = {},
): NftFacts['metadata'] {
  const reading: Reading = { ...more, ...(gateway ? { ipfsGateway: gateway } : {}) }
  const json = readLooseJson(withId(readBytes(bytes, largest, charset), reading.tokenId))
  if (!json) return null
  const { attributes, traits, properties } = json
  return {
    name: firstText([...valuesOf(json, ['name', 'title']), ...valuesOf(properties, ['name'])], 200),
    description: firstText([...valuesOf(json, ['description']), ...valuesOf(properties, ['description'])], 1_000),
    image: pictureUnder(json, pictureKeys, reading),
    animation: pictureUnder(json, animationKeys, reading),
    traits: readTraits(attributes ?? traits, properties),
  }
}

/** What an address holds, which may be the picture itself. */
function readFound(uri: string, found: Data, nfts: NftSettings, tokenId: bigint): NftFacts['metadata'] {
  const { ipfsGateway, arweaveGateway } = nfts
  const more = { tokenId, ...(arweaveGateway ? { arweaveGateway } : {}) }
  const image = itself(uri, found, { ...more, ...(ipfsGateway ? { ipfsGateway } : {}) })
  if (image) return { name: null, description: null, image, animation: null, traits: [] }
  return readMetadata(found.bytes, ipfsGateway, { ...more, charset: found.charset })
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
      const text = answer instanceof RpcError || !answer ? null : readUri(answer)
      const uri = text && withId(text, tokenId)
      const found = uri ? await fetchMetadata(uri, settings.nfts) : null
      if (found === busy) return { token, tokenId, metadata: null, isBusy: true }
      return { token, tokenId, metadata: uri && found ? readFound(uri, found, settings.nfts, tokenId) : null }
    }),
  )
  await store.saveNfts(settings.chain, facts)
  return !facts.some(({ isBusy }) => isBusy)
}

/** The whole address: a `data:` one holds everything. */
const readUri = (data: Hex) => readText(data, largest * 2)
