import { authRoutes } from '@latchkey/protocol/schemas/account'
import type { Factors } from '../vault/factors.js'
import type { SecurityContext } from './context.js'
import type { DeviceView, SecurityHandlers } from './contract.js'
import { refresh } from './refresh.js'

/** Devices: who is signed in where, and which of them can open the wallet. A device is its key's thumbprint. */
export function createDevices(
  { session, wallet, jkt }: SecurityContext,
  factors: Factors,
): Pick<SecurityHandlers, 'devices' | 'revokeDevice'> {
  const slotsOf = (id: string) => (wallet.vault()?.slots ?? []).filter(({ header }) => header.type === 'device' && header.jkt === id)

  async function devices(): Promise<readonly DeviceView[]> {
    await refresh({ session, wallet })
    const { sessions } = await session.call(authRoutes.sessions, {})
    const keyed = (wallet.vault()?.slots ?? []).flatMap(({ header }) => header.jkt ?? [])
    return [...new Set([jkt, ...sessions.map((one) => one.jkt), ...keyed])].map((id) => {
      const mine = sessions.filter((one) => one.jkt === id)
      const [latest] = mine
      const slots = slotsOf(id)
      const times = [...mine.map(({ createdAt }) => createdAt), ...slots.map(({ header }) => header.createdAt)].map(Date.parse)
      return {
        id,
        current: id === jkt,
        seen: latest
          ? { browser: latest.browser, network: latest.network, origin: latest.origin, at: Date.parse(latest.lastSeenAt) }
          : null,
        hasKey: slots.length > 0,
        since: Math.min(...times, Date.now()),
      }
    })
  }

  return {
    devices,
    async revokeDevice({ id }) {
      // Sessions first: nobody is in there any more while the slots go, each by a write that the wallet signs.
      const { sessions } = await session.call(authRoutes.sessions, {})
      for (const one of sessions) if (one.jkt === id) await session.call(authRoutes.revoke, { id: one.id })
      await refresh({ session, wallet })
      for (const { header } of slotsOf(id)) await factors.remove(header.slotId)
    },
  }
}
