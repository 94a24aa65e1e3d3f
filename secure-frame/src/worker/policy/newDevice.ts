import type { Network } from '@latchkey/protocol'
import type { ApprovalContent, Prepared, Warning } from '../approve/content.js'
import type { KeyValue } from '../storage/keyValue.js'
import type { WorthOf } from './caps.js'

/** What a device may send while it is new: a thief's is, and its user has a day to notice it. */
export type NewDevice = {
  /** Blocks what is worth more than is left of the day. */
  within(prepared: Prepared, asked: { readonly user: string; readonly until: number; readonly network: Network }): Promise<Prepared>
}

type Sent = { readonly user: string; readonly list: readonly { readonly at: number; readonly usd: number }[] }

const key = 'new-device-sent'
/** Milliseconds. */
const day = 86_400_000

/** What leaves by a request, and what others may take by it. A signature's payment stands in both. */
const givenBy = ({ kind, changes, grants }: ApprovalContent) => [
  ...grants,
  ...(kind === 'typedData'
    ? []
    : changes
        .filter(({ direction }) => direction === 'out')
        .map(({ token, amount, tokenId }) => ({
          ...(token === undefined ? {} : { token }),
          amount: tokenId === undefined ? amount : null,
        }))),
]

/**
 * @param limit worth in USD that a new device may send in a day
 * @param worthOf prices it; what has no price is above every limit
 */
export function createNewDevice(storage: KeyValue, limit: number, worthOf: WorthOf, now: () => number = Date.now): NewDevice {
  async function sentBy(user: string) {
    const kept = (await storage.get(key)) as Sent | undefined
    return kept?.user === user ? kept.list.filter(({ at }) => at > now() - day) : []
  }

  async function within(prepared: Prepared, asked: Parameters<NewDevice['within']>[1]): Promise<Prepared> {
    const { content, withLimit, execute } = prepared
    const { user, until, network } = asked
    const given = givenBy(content)
    const again = withLimit ? { withLimit: async (amount: string) => within(await withLimit(amount), asked) } : {}
    if (given.length === 0) return { ...prepared, ...again }
    const worth = await worthOf(network, given).catch(() => null)
    const before = (await sentBy(user)).reduce((sum, { usd }) => sum + usd, 0)
    if (worth === null || before + worth > limit) {
      const date = `${new Date(until).toISOString().slice(0, 16).replace('T', ' ')} UTC`
      const text = { id: 'warn.newDeviceText', values: { usd: limit, date } }
      const warning: Warning = { tone: 'neg', title: { id: 'warn.newDevice' }, text }
      return { ...prepared, ...again, content: { ...content, warnings: [warning, ...content.warnings], blocked: true } }
    }
    return {
      ...prepared,
      ...again,
      async execute(payload) {
        // Before it is signed: what is cut off in between may be sent all the same.
        await storage.set(key, { user, list: [...(await sentBy(user)), { at: now(), usd: worth }] } satisfies Sent)
        return execute(payload)
      },
    }
  }
  return { within }
}
