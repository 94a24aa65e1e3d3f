import { codes, RpcError } from '@latchkey/protocol'
import type { Session } from '../auth/session.js'

/**
 * What gives power away for longer is for devices that have been known for a day: a new one may be a thief's.
 *
 * @param now milliseconds since 1970
 * @throws RpcError 4100
 */
export async function refuseInQuarantine({ facts }: Pick<Session, 'facts'>, now: number = Date.now()): Promise<void> {
  const { quarantineUntil: until } = await facts()
  if (!until || Date.parse(until) <= now) return
  throw new RpcError(codes.unauthorized, 'This device is new: it can grant permissions after its first 24 hours.', { data: { until } })
}
