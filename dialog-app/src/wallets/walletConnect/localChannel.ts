import { RpcError } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { forgetAsked } from './asked.js'
import { askWallet } from './askWallet.js'
import { attachProposal, attachRequest } from './attach.js'
import type { Approval, Channel, ChannelCall, ChannelCallOptions, ChannelCalls, ChannelEvent } from './channel.js'
import { type Client, type ClientOptions, type ClientSession, keepLinksClosed, startClient, stopClient } from './client.js'
import { aborted, toRpcError } from './errors.js'
import { ignoreExpiries } from './expiries.js'
import { hearWallet } from './hearWallet.js'
import { libraryNow } from './libraryClock.js'
import { createRelayStatus } from './relayStatus.js'

const goodbye = { code: 6000, message: 'User disconnected.' }

/** `wc:<topic>@2?…` */
export const topicOf = (uri: string) => uri.slice(uri.indexOf(':') + 1, uri.indexOf('@'))

/** The sessions that live by the library's clock, the one that lives longest first: the others were replaced by it. */
function living(client: Client, now: number): readonly ClientSession[] {
  return client.session
    .getAll()
    .filter(({ expiry }) => expiry * 1_000 > now)
    .sort((one, other) => other.expiry - one.expiry)
}

/** Makes a code useless: whatever a wallet answers to it is not heard. */
async function cancelCode(client: Client, uri: string): Promise<void> {
  const topic = topicOf(uri)
  forgetAsked(client, topic)
  for (const proposal of client.proposal.getAll({ pairingTopic: topic })) await client.proposal.delete(proposal.id, goodbye)
  // Also tells a wallet that has scanned the code already.
  if (client.core.pairing.pairings.keys.includes(topic)) await client.core.pairing.disconnect({ topic }).catch(() => undefined)
}

const unsigned = (approval: () => Promise<ClientSession>) => async (): Promise<Approval> => ({ session: await approval(), signed: [] })

type Handlers = {
  readonly [K in ChannelCall]: (
    client: Client,
    params: ChannelCalls[K]['params'],
    options: ChannelCallOptions<K>,
  ) => Promise<ChannelCalls[K]['result']>
}

/**
 * The channel to a client in this tab. It is downloaded and started at the first call.
 */
export function createLocalChannel(dialog: Dialog, options: ClientOptions): Channel {
  const listeners = new Set<(event: ChannelEvent) => void>()
  const emit = (event: ChannelEvent) => {
    for (const listener of [...listeners]) listener(event)
  }
  const relay = createRelayStatus()
  const stopIgnoring = ignoreExpiries()
  let starting: Promise<Client> | undefined
  /** Codes that are being made useless: the next one waits for it. */
  let cancelling: Promise<unknown> = Promise.resolve()

  function follow(client: Client): void {
    client.on('session_update', ({ topic }) => emit({ type: 'updated', session: client.session.get(topic) }))
    client.on('session_event', ({ topic, params: { event, chainId } }) =>
      emit({ type: 'event', topic, chainId, name: event.name, data: event.data }),
    )
    client.on('session_delete', ({ topic }) => emit({ type: 'ended', topic }))
    client.on('session_expire', ({ topic }) => emit({ type: 'ended', topic }))
    client.on('session_connect', ({ session }) => void keepLinksClosed(client, session.topic))
  }

  function client(): Promise<Client> {
    const mine =
      starting ??
      startClient(dialog, options).then((started) => {
        relay.watch(started)
        follow(started)
        return started
      })
    starting = mine
    // A failed download may be tried again.
    mine.catch(() => {
      if (starting === mine) starting = undefined
    })
    return mine
  }

  /** One session at a time: what a new one replaces is told so, but nobody waits for that. */
  async function settle(started: Client, { topic }: ClientSession, token: string): Promise<ClientSession> {
    const older = started.session.getAll().filter((session) => session.topic !== topic)
    await keepLinksClosed(started, topic)
    const session = started.session.get(topic)
    for (const each of older) started.disconnect({ topic: each.topic, reason: goodbye }).catch(() => undefined)
    emit({ type: 'settled', session, token })
    return session
  }

  const handlers: Handlers = {
    open: async () => null,
    sessions: async (started) => living(started, libraryNow(dialog)),
    async propose(started, { namespaces, token, signIn }, { signal, onNote, known }) {
      await cancelling
      let uri = known?.uri
      let approval: () => Promise<Approval>
      if (uri) approval = unsigned(attachProposal(started, topicOf(uri)))
      else if (signIn) {
        const { offerAuthentication } = await import('./authenticate.js')
        ;({ uri, approval } = await offerAuthentication(started, namespaces, signIn))
      } else {
        const proposed = await started.connect({ optionalNamespaces: { ...namespaces } })
        if (!proposed.uri) throw new Error('The client gave no pairing uri')
        uri = proposed.uri
        approval = unsigned(proposed.approval)
      }
      const offered = uri
      const cancel = () => {
        cancelling = cancelling.then(() => cancelCode(started, offered)).catch(() => undefined)
      }
      if (signal?.aborted) {
        cancel()
        throw aborted()
      }
      signal?.addEventListener('abort', cancel, { once: true })
      onNote?.({ uri: offered, heard: known?.heard ?? false })
      const answer = approval()
      void hearWallet(started, topicOf(offered), answer).then(() => onNote?.({ uri: offered, heard: true }))
      try {
        const { session, signed } = await answer
        return { session: await settle(started, session, token), signed }
      } finally {
        signal?.removeEventListener('abort', cancel)
      }
    },
    async ask(started, { topic, chainId, request, expiry }, { onNote, known }) {
      if (known) return await attachRequest(started, topic, known.id, libraryNow(dialog))
      return await askWallet(started, { topic, chainId, request, expiry }, (id, sent) => onNote?.({ id, sent }))
    },
    async update(started, { topic, namespaces }) {
      // Published is enough: `acknowledged()` never ends when the wallet's answer overtakes the relay's receipt.
      await started.update({ topic, namespaces })
      return null
    },
    async end(started, { topic }) {
      if (!started.session.keys.includes(topic)) return null
      const ended = started.disconnect({ topic, reason: goodbye })
      emit({ type: 'ended', topic })
      await ended
      return null
    },
    async renew() {
      if (!relay.reset()) return null
      const old = starting
      starting = undefined
      void old?.then(stopClient)
      return null
    },
  }

  return {
    async call(name, params, options = {}) {
      try {
        return await handlers[name](await client(), params, options)
      } catch (error) {
        throw error instanceof RpcError ? error : toRpcError(error)
      }
    },
    publish() {},
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    relay: { get: relay.get, subscribe: relay.subscribe },
    async stop() {
      stopIgnoring()
      if (starting) await stopClient(await starting)
    },
  }
}
