import { createHash } from 'node:crypto'
import type { Hub } from './hub.js'
import { proposalTtl, type RelayLimits, tags } from './limits.js'
import type { MailStore } from './mailStore.js'
import { type PublishParams, paramsOf } from './params.js'
import { RelayError } from './relayError.js'

/** What a method may do with the socket that called it. */
export type Caller = {
  readonly clientId: string
  /** Subscribes; waiting messages follow the answer. Gives the subscription's id. */
  subscribe(topics: readonly string[]): Promise<readonly string[]>
  unsubscribe(topics: readonly string[]): void
}

export type MethodContext = { readonly store: MailStore; readonly hub: Hub; readonly limits: RelayLimits; readonly now: () => number }

type Method = (caller: Caller, params: unknown) => Promise<unknown>

/** Messages of one answer: with the largest envelopes some 5 MB. The caller asks again for the rest. */
const mostFetched = 50

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The id of a client's subscription: clients compute the same one themselves. */
export const subscriptionId = (topic: string, clientId: string) => sha256(topic + clientId)

/**
 * The relay's methods by name: `irn_*`, and the two compound ones of session pairing, which also subscribe their caller.
 *
 * @returns a table without prototype; a method throws RelayError for what the client did wrong, ZodError for its parameters
 */
export function createMethods({ store, hub, limits, now }: MethodContext): Readonly<Record<string, Method>> {
  const schemas = paramsOf(limits.topicsPerBatch)

  async function publish(caller: Caller, params: PublishParams): Promise<void> {
    const publishedAt = now()
    const mail = {
      topic: params.topic,
      message: params.message,
      hash: sha256(params.message),
      tag: params.tag,
      publisher: caller.clientId,
      attestation: params.attestation ?? null,
      publishedAt,
      expiresAt: publishedAt + Math.min(params.ttl, limits.longestTtl) * 1_000,
    }
    const kept = await store.publish(mail, { mailbox: limits.mailbox, wanted: hub.wants(params.topic, caller.clientId) })
    if (kept === 'full') throw new RelayError('The mailbox of this topic is full')
    // A repeated publish is answered like the first: its message is already on its way.
    if (kept !== 'duplicate') hub.deliver(kept)
  }

  async function fetchMessages(caller: Caller, topics: readonly string[]) {
    const limit = mostFetched
    const interests = topics.map((topic) => ({ clientId: caller.clientId, topic, after: Number.MAX_SAFE_INTEGER }))
    const found = await store.waiting(interests, now(), limit + 1)
    const messages = found.slice(0, limit).map(({ mail: { topic, message, publishedAt, tag } }) => ({ topic, message, publishedAt, tag }))
    return { messages, hasMore: found.length > limit }
  }

  const methods: Record<string, Method> = {
    async irn_publish(caller, params) {
      await publish(caller, schemas.publish.parse(params))
      return true
    },
    async irn_batchPublish(caller, params) {
      for (const message of schemas.batchPublish.parse(params).messages) await publish(caller, message)
      return true
    },
    async irn_subscribe(caller, params) {
      const [id] = await caller.subscribe([schemas.topic.parse(params).topic])
      return id
    },
    async irn_batchSubscribe(caller, params) {
      return caller.subscribe(schemas.topics.parse(params).topics)
    },
    async irn_unsubscribe(caller, params) {
      caller.unsubscribe([schemas.unsubscribe.parse(params).topic])
      return true
    },
    async irn_batchUnsubscribe(caller, params) {
      caller.unsubscribe(schemas.batchUnsubscribe.parse(params).subscriptions.map(({ topic }) => topic))
      return true
    },
    async irn_fetchMessages(caller, params) {
      return fetchMessages(caller, [schemas.topic.parse(params).topic])
    },
    async irn_batchFetchMessages(caller, params) {
      return fetchMessages(caller, schemas.topics.parse(params).topics)
    },
    async irn_batchReceive(caller, params) {
      const { receipts } = schemas.batchReceive.parse(params)
      const named = receipts.map(({ topic, messageId, message_id }) => ({ topic, hash: messageId ?? message_id ?? '' }))
      await store.receiveByHash(caller.clientId, named)
      return true
    },
    async wc_proposeSession(caller, params) {
      const { pairingTopic, sessionProposal, ttl = proposalTtl, attestation } = schemas.propose.parse(params)
      await caller.subscribe([pairingTopic])
      await publish(caller, { topic: pairingTopic, message: sessionProposal, ttl, tag: tags.sessionPropose, attestation })
      return true
    },
    async wc_approveSession(caller, params) {
      const { pairingTopic, sessionTopic, ...session } = schemas.approve.parse(params)
      const ttl = session.ttl ?? proposalTtl
      await caller.subscribe([sessionTopic])
      await publish(caller, { topic: pairingTopic, message: session.sessionProposalResponse, ttl, tag: tags.sessionProposeResponse })
      await publish(caller, { topic: sessionTopic, message: session.sessionSettlementRequest, ttl, tag: tags.sessionSettle })
      return true
    },
  }
  return Object.assign(Object.create(null) as Record<string, Method>, methods)
}
