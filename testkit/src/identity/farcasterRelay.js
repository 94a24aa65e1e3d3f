import { randomBytes } from 'node:crypto'
import { keccak256, pad, stringToHex, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { jsonRpc } from '../chains/jsonRpc.js'
import { localRegistry } from './localProviders.js'
import { farcasterPage } from './loginPage.js'

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Address } from 'viem' */

/** @typedef {ReturnType<typeof farcasterPerson>} User */
/** @typedef {{ domain: string, siweUri: string, nonce: string, done?: object }} Channel */

/** `idOf(address)` for every call: reads the slot of that number. PUSH1 4 CALLDATALOAD SLOAD PUSH1 0 MSTORE PUSH1 32 PUSH1 0 RETURN. */
const registryCode = '0x6004355460005260206000f3'

/** A user of the local Farcaster: the same name is the same key and id. */
export function farcasterPerson(/** @type {string} */ name) {
  const account = privateKeyToAccount(keccak256(stringToHex(`latchkey local farcaster ${name}`)))
  return { account, fid: (Number.parseInt(account.address.slice(2, 9), 16) % 1_000_000) + 1 }
}

/** Puts a user into the registry of a local chain. */
export async function register(/** @type {string} */ node, /** @type {User} */ { account, fid }) {
  await jsonRpc(node, 'anvil_setCode', [localRegistry, registryCode])
  await jsonRpc(node, 'anvil_setStorageAt', [localRegistry, pad(account.address), toHex(fid, { size: 32 })])
}

/** The message that a Farcaster app signs (FIP-11). */
export const signInMessage = (
  /** @type {{ domain: string, siweUri: string, nonce: string, chainId: number, address: Address, fid: number }} */ {
    domain,
    siweUri,
    nonce,
    chainId,
    address,
    fid,
  },
) =>
  createSiweMessage({
    address,
    chainId,
    domain,
    nonce,
    uri: siweUri,
    version: '1',
    statement: 'Farcaster Auth',
    issuedAt: new Date(),
    resources: [`farcaster://fid/${fid}`],
  })

/**
 * A relay as Farcaster's, and the app that answers it: a page with a name and two buttons. Below `/farcaster` of a local server.
 *
 * @param {{ base: string, node: string, chainId: number }} options `node` is a local chain, where the registry lives
 */
export function createFarcasterRelay({ base, node, chainId }) {
  /** @type {Map<string, Channel>} */
  const channels = new Map()
  const json = (/** @type {ServerResponse} */ response, /** @type {number} */ status, /** @type {object} */ body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

  async function approve(/** @type {Channel} */ channel, /** @type {string} */ name) {
    const person = farcasterPerson(name)
    await register(node, person)
    const message = signInMessage({ ...channel, chainId, address: person.account.address, fid: person.fid })
    const signature = await person.account.signMessage({ message })
    channel.done = { state: 'completed', nonce: channel.nonce, message, signature, fid: person.fid, username: name }
  }

  /** `readBody` reads what was posted. */
  return async function handle(
    /** @type {IncomingMessage} */ request,
    /** @type {ServerResponse} */ response,
    /** @type {string} */ pathname,
    /** @type {(request: IncomingMessage) => Promise<string>} */ readBody,
  ) {
    if (pathname === '/farcaster/v1/channel' && request.method === 'POST') {
      const { domain, siweUri, nonce } = JSON.parse(await readBody(request))
      const channelToken = randomBytes(16).toString('hex')
      channels.set(channelToken, { domain, siweUri, nonce })
      return json(response, 201, { channelToken, url: `${base}/farcaster/approve/${channelToken}`, nonce })
    }
    if (pathname === '/farcaster/v1/channel/status') {
      const channel = channels.get((request.headers.authorization ?? '').replace(/^Bearer /, ''))
      if (!channel) return json(response, 401, { error: 'Unauthorized' })
      return channel.done ? json(response, 200, channel.done) : json(response, 202, { state: 'pending', nonce: channel.nonce })
    }
    const token = /^\/farcaster\/approve\/([0-9a-f]{32})$/.exec(pathname)?.[1] ?? ''
    const channel = channels.get(token)
    if (!channel) return json(response, 404, { error: 'Not found' })
    if (request.method === 'POST') {
      const form = new URLSearchParams(await readBody(request))
      const name = (form.get('name') ?? '').trim().slice(0, 64)
      if (form.get('decision') === 'approve' && name) await approve(channel, name)
      else channels.delete(token)
    }
    const state = channel.done ? 'done' : channels.has(token) ? 'open' : 'denied'
    return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(farcasterPage(state))
  }
}
