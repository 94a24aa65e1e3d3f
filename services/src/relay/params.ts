import { z } from 'zod'
import { defaultTtl, sizeLimit, tags } from './limits.js'

/** 32 random bytes in lower-case hex, as every topic is. */
const topic = z.string().regex(/^[0-9a-f]{64}$/)
const envelope = z.string().min(1)
const ttl = z.int().min(1)
const tag = z.int().min(0).max(9_999)

const publish = z
  .object({
    topic,
    message: envelope,
    ttl: ttl.default(defaultTtl),
    tag: tag.default(0),
    attestation: z.string().max(8_192).nullish(),
  })
  .refine((value) => value.message.length <= sizeLimit(value.tag), {
    error: (issue) => {
      const { tag: used } = issue.input as { tag: number }
      return `Maximum size for tag ${used} is ${sizeLimit(used)} bytes`
    },
  })

const sized = (used: number) => envelope.max(sizeLimit(used), { error: `Maximum size for tag ${used} is ${sizeLimit(used)} bytes` })

/**
 * Shapes of the parameters of every method. Unknown members (hints for a vendor's analytics) are dropped.
 *
 * @param batch most entries of one call
 */
export const paramsOf = (batch: number) => {
  const topics = z.object({ topics: z.array(topic).min(1).max(batch) })
  return {
    publish,
    batchPublish: z.object({ messages: z.array(publish).min(1).max(batch) }),
    topic: z.object({ topic }),
    topics,
    unsubscribe: z.object({ topic, id: z.string().max(64).optional() }),
    batchUnsubscribe: z.object({
      subscriptions: z
        .array(z.object({ topic, id: z.string().max(64).optional() }))
        .min(1)
        .max(batch),
    }),
    batchReceive: z.object({
      receipts: z
        .array(z.object({ topic, messageId: z.string().optional(), message_id: z.string().optional() }))
        .min(1)
        .max(batch),
    }),
    propose: z.object({
      pairingTopic: topic,
      sessionProposal: sized(tags.sessionPropose),
      ttl: ttl.optional(),
      attestation: z.string().max(8_192).nullish(),
    }),
    approve: z.object({
      pairingTopic: topic,
      sessionTopic: topic,
      sessionProposalResponse: sized(tags.sessionProposeResponse),
      sessionSettlementRequest: sized(tags.sessionSettle),
      ttl: ttl.optional(),
    }),
  }
}

export type PublishParams = z.output<typeof publish>
