import { RpcError, reasonOf } from '@latchkey/protocol'
import { authRoutes } from '@latchkey/protocol/schemas/account'
import type { SecurityContext } from './context.js'
import type { Overview, SecurityHandlers } from './contract.js'
import { refresh } from './refresh.js'

const millis = (time: string | null) => (time === null ? null : Date.parse(time))
const isFactorNeeded = (error: unknown) => error instanceof RpcError && reasonOf(error) === 'factor_needed'

/**
 * What the window's first page shows. Custody and factors are what this device has opened and checked; the server alone knows which factors
 * were used.
 *
 * @param until until when a step-up counts, milliseconds since 1970
 */
export function createOverview(
  { session, storage, wallet, boot }: SecurityContext,
  until: () => Promise<number | null>,
): SecurityHandlers['overview'] {
  return async (): Promise<Overview> => {
    const user = await session.call(authRoutes.me, {})
    await session.setUser(user)
    let locked = false
    await wallet.open().catch((error: unknown) => {
      if (!isFactorNeeded(error)) throw error
      locked = true
    })
    const used = locked ? [] : await refresh({ session, wallet })
    const vault = wallet.vault()
    return {
      user,
      custody: vault?.custody ?? 'operator-assisted',
      factors: (vault?.slots ?? []).flatMap(({ header: { slotId, type, createdAt } }) =>
        type === 'code' || type === 'passkey' ? [{ slotId, type, createdAt: Date.parse(createdAt), proven: used.includes(slotId) }] : [],
      ),
      locked,
      stepUpUntil: await until(),
      quarantinedUntil: millis((await session.facts()).quarantineUntil),
      grants: boot.smartAccounts.length > 0,
      durable: storage.durable,
    }
  }
}
