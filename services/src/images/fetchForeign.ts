import { lookup as lookupHost } from 'node:dns/promises'
import { isIP } from 'node:net'
import { Agent, request } from 'undici'
import { isPublicAddress } from './publicAddress.js'
import { ImageRefused } from './sanitiseSvg.js'

export type Address = { readonly address: string; readonly family: number }

/** One answer of a foreign server, its body not yet read. */
export type ForeignAnswer = {
  readonly status: number
  readonly location: string | undefined
  readonly body: AsyncIterable<Uint8Array>
  /** Ends the connection. */
  readonly end: () => void
}

/** The two doors to the network, so that tests can stand behind them. */
export type Network = {
  readonly lookup: (host: string) => Promise<readonly Address[]>
  /** Asks for the URL at one of exactly these addresses. */
  readonly open: (url: URL, addresses: readonly Address[], signal: AbortSignal, accept?: string) => Promise<ForeignAnswer>
}

export type FetchOptions = {
  readonly network?: Network
  /** Bytes. */
  readonly largest?: number
  /** Milliseconds for everything together. */
  readonly timeout?: number
  /** What is wanted, as the header of this name says it. Left out: pictures. */
  readonly accept?: string
}

const pictures = 'image/webp,image/png,image/jpeg,image/gif,image/svg+xml;q=0.5'
const mostRedirects = 3
const redirects: readonly number[] = [301, 302, 303, 307, 308]

/**
 * The URL, when it may be fetched at all: https on its own port, no credentials, and a host that is not one of our own names.
 *
 * @throws ImageRefused
 */
export function checkForeignUrl(text: string): URL {
  if (text.length > 2_048 || !URL.canParse(text)) throw new ImageRefused('The address is not a URL.')
  const url = new URL(text)
  if (url.protocol !== 'https:' || url.port !== '') throw new ImageRefused('The address must be https on the usual port.')
  if (url.username || url.password) throw new ImageRefused('The address must not contain credentials.')
  const host = url.hostname.replace(/\.$/, '')
  const literal = host.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0) {
    if (!isPublicAddress(literal)) throw new ImageRefused('The address is not public.')
  } else if (!host.includes('.') || /\.(?:localhost|local|internal|lan|home|corp|intranet|arpa|test|onion)$/.test(host))
    throw new ImageRefused('The address is not public.')
  url.hash = ''
  return url
}

/** The connection goes to the addresses that were checked: asking the name a second time could give other ones. */
async function openPinned(url: URL, pinned: readonly Address[], signal: AbortSignal, accept = pictures): Promise<ForeignAnswer> {
  const agent = new Agent({
    // Both families are tried: a host without IPv6 still reaches a server that lists it first.
    autoSelectFamily: true,
    connect: {
      lookup: (_host, options, done) => {
        const [first] = pinned
        if (options.all) done(null, [...pinned])
        else if (first) done(null, first.address, first.family)
        else done(new Error('There is no address.'), '', 0)
      },
    },
    pipelining: 0,
    maxHeaderSize: 16_384,
  })
  const end = () => void agent.destroy()
  try {
    const answer = await request(url, {
      dispatcher: agent,
      signal,
      headers: { accept, 'user-agent': 'latchkey-image-proxy' },
    })
    const { location } = answer.headers
    return { status: answer.statusCode, location: Array.isArray(location) ? location[0] : location, body: answer.body, end }
  } catch (error) {
    end()
    throw error
  }
}

export const publicNetwork: Network = {
  lookup: (host) => lookupHost(host, { all: true, verbatim: true }),
  open: openPinned,
}

async function addressesOf(url: URL, { lookup }: Network): Promise<readonly Address[]> {
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(literal)
  const found = family === 0 ? await lookup(url.hostname) : [{ address: literal, family }]
  // One private address among public ones is how names are made to point inside.
  if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address))) throw new ImageRefused('The address is not public.')
  return found
}

async function readBody(body: AsyncIterable<Uint8Array>, largest: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > largest) throw new ImageRefused('The picture is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Fetches a foreign file: for the image proxy, and for what NFTs say of themselves. Every hop is checked anew: scheme, host, and all addresses behind the name.
 *
 * @param text the URL
 * @returns the bytes, at most `largest` of them (default 1 MB)
 * @throws ImageRefused when it may not be fetched, is too large, takes too long, or is not there; never what the foreign server said
 */
export async function fetchForeign(text: string, options: FetchOptions = {}): Promise<Uint8Array> {
  const { network = publicNetwork, largest = 1_048_576, timeout = 5_000, accept = pictures } = options
  const signal = AbortSignal.timeout(timeout)
  /** Name lookups know no signal. */
  const expired = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new ImageRefused('The server takes too long.')), { once: true })
  })
  expired.catch(() => undefined)
  let url = checkForeignUrl(text)
  try {
    for (let hop = 0; hop <= mostRedirects; hop += 1) {
      const addresses = await Promise.race([addressesOf(url, network), expired])
      const answer = await Promise.race([network.open(url, addresses, signal, accept), expired])
      try {
        if (redirects.includes(answer.status) && answer.location !== undefined) {
          if (!URL.canParse(answer.location, url.href)) throw new ImageRefused('The server redirects to nowhere.')
          url = checkForeignUrl(new URL(answer.location, url).href)
          continue
        }
        if (answer.status !== 200) throw new ImageRefused('The server has no such picture.')
        return await Promise.race([readBody(answer.body, largest), expired])
      } finally {
        answer.end()
      }
    }
  } catch (error) {
    throw error instanceof ImageRefused ? error : new ImageRefused('The server cannot be reached.')
  }
  throw new ImageRefused('The server redirects too often.')
}
