import type { Session } from '../auth/session.js'
import type { Wallet } from '../vault/wallet.js'

/** Whether the user has shown lately that it is them. */
export type Proof = {
  /** Until when a fresh proof counts, in milliseconds since 1970; null: there is none. */
  until(): Promise<number | null>
  /** One was given here. */
  give(until: number): Promise<void>
  /** Whether what lasts may be agreed to: with a proof, or where the account has no second factor that could ask for one. */
  isEnough(): Promise<boolean>
}

/** @param given called when a proof was given */
export function createProof(
  { stored, facts }: Pick<Session, 'stored' | 'facts'>,
  { vault }: Pick<Wallet, 'vault'>,
  given: () => void,
): Proof {
  let latest: { readonly user: string; readonly until: number } | undefined

  async function until() {
    const [{ stepUpUntil }, session] = [await facts(), await stored()]
    const own = latest && latest.user === session?.user.id ? latest.until : 0
    const end = Math.max(own, stepUpUntil === null ? 0 : Date.parse(stepUpUntil))
    return end > Date.now() ? end : null
  }

  return {
    until,
    async give(end) {
      const user = (await stored())?.user.id
      if (user !== undefined) latest = { user, until: end }
      given()
    },
    async isEnough() {
      const hasFactor = vault()?.slots.some(({ header: { type } }) => type === 'passkey' || type === 'code')
      return !hasFactor || (await until()) !== null
    },
  }
}
