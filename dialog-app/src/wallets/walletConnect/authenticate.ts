import { type CaipNetworkId, isUserRejection } from '@latchkey/protocol'
import type { Wallet } from '../wallet.js'
import { askedBy, forgetAsked } from './asked.js'
import type { Approval } from './channel.js'
import type { Client } from './client.js'
import { authenticationFailed, toRpcError } from './errors.js'
import type { ProposedNamespace } from './proposal.js'

type Authenticated = Awaited<ReturnType<Awaited<ReturnType<Client['authenticate']>>['response']>>
type Signature = NonNullable<Authenticated['auths']>[number]

/** What a wallet signed: its message is not sent, both sides write it from the same fields. `did:pkh:eip155:1:0x…` */
function readSigned(client: Client, { p, s }: Signature): Wallet.Signed {
  const [, , namespace, reference, address = ''] = p.iss.split(':')
  const networkId = `${namespace}:${reference}` as CaipNetworkId
  const message = client.formatAuthMessage({ request: p, iss: p.iss })
  return { networkId, address, message, signature: s.s }
}

/** Why the wallet did not: the library tells its sentence alone, and keeps its code. */
function reasonFor(client: Client, topic: string, error: unknown): Error {
  const refused: unknown = Object(askedBy(client, topic)?.response).error
  if (refused && isUserRejection(refused)) return toRpcError(refused)
  return typeof error === 'string' || /signature/i.test(String(error)) ? authenticationFailed(error) : toRpcError(error)
}

/** The library writes what it asks for, and checks signatures, with Node's Buffer, and leaves it to others to have one in browsers. */
async function provideBuffer(): Promise<void> {
  // The slash: without it bundlers and Node take their own.
  if (!('Buffer' in globalThis)) Object.assign(globalThis, { Buffer: (await import('buffer/')).Buffer })
}

/**
 * Offers a code by which a wallet connects and signs in at once (`wc_sessionAuthenticate`). A wallet that does not know it gets a proposal of a session
 * by the same code.
 *
 * @throws RpcError `authentication_failed` when the wallet could neither; the wallet's own when its user refused
 */
export async function offerAuthentication(
  client: Client,
  namespaces: Readonly<Record<string, ProposedNamespace>>,
  { domain, uri, statement, nonce }: Wallet.SignInOffer,
): Promise<{ readonly uri: string; readonly approval: () => Promise<Approval> }> {
  const [{ chains, methods } = { chains: [], methods: [] }] = Object.values(namespaces)
  await provideBuffer()
  const offered = await client.authenticate({ chains, methods, domain, uri, nonce, ...(statement && { statement }) })
  const topic = offered.uri?.slice(offered.uri.indexOf(':') + 1, offered.uri.indexOf('@')) ?? ''
  if (!topic) throw new Error('The client gave no pairing uri')
  return {
    uri: offered.uri ?? '',
    async approval() {
      const answer = await offered
        .response()
        .catch((error: unknown) => {
          throw reasonFor(client, topic, error)
        })
        .finally(() => forgetAsked(client, topic))
      // A signature without a session: the wallet left out what the page may ask it for.
      if (!answer.session) throw authenticationFailed()
      return { session: answer.session, signed: (answer.auths ?? []).map((each) => readSigned(client, each)) }
    },
  }
}
