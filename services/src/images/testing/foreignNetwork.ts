import type { Address, ForeignAnswer, Network } from '../fetchForeign.js'

type Reply = { readonly status?: number; readonly location?: string; readonly body?: Uint8Array | AsyncIterable<Uint8Array> }

async function* whole(body: Uint8Array) {
  yield body
}

/** A network of a few hosts in memory that remembers who was asked, at which address. */
export function foreignNetwork(
  names: Readonly<Record<string, readonly string[]>>,
  replies: Readonly<Record<string, Reply | ((signal: AbortSignal) => Promise<Reply>)>>,
) {
  const asked: { readonly url: string; readonly address: string }[] = []
  let ended = 0
  const network: Network = {
    lookup: async (host): Promise<readonly Address[]> => {
      const found = names[host]
      if (!found) throw new Error(`ENOTFOUND ${host}`)
      return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
    open: async (url, addresses, signal): Promise<ForeignAnswer> => {
      asked.push({ url: url.href, address: addresses.map(({ address }) => address).join(' ') })
      const reply = replies[url.href]
      const {
        status = 200,
        location,
        body = new Uint8Array(),
      } = typeof reply === 'function' ? await reply(signal) : (reply ?? { status: 404 })
      const end = () => {
        ended += 1
      }
      return { status, location, body: body instanceof Uint8Array ? whole(body) : body, end }
    },
  }
  return { network, asked, endedConnections: () => ended }
}
