import { authRoutes, vaultInfo } from '@latchkey/protocol/schemas/account'
import { equalBytes, utf8, wipe } from '../vault/bytes.js'
import { VaultError } from '../vault/errors.js'
import type { Factors } from '../vault/factors.js'
import { readRecoveryCode } from '../vault/recoveryCode.js'
import type { SecurityContext } from './context.js'
import type { PasskeyAnswer, SecurityHandlers } from './contract.js'

type Methods = Pick<
  SecurityHandlers,
  'addCode' | 'proveCode' | 'passkeys' | 'addPasskey' | 'provePasskey' | 'removeFactor' | 'takeCustody' | 'rotate' | 'unlock'
>

/** Uses a passkey's secret once, and overwrites it. */
async function once<T>(passkey: PasskeyAnswer, use: (passkey: PasskeyAnswer) => Promise<T>): Promise<T> {
  try {
    return await use(passkey)
  } finally {
    wipe(passkey.secret)
  }
}

/** @throws VaultError 'code' for a code that is none, 'damaged' for another one */
async function requireSame(typed: string, shown: string): Promise<void> {
  const [one, other] = [await readRecoveryCode(typed), await readRecoveryCode(shown)]
  const isSame = equalBytes(one, other)
  wipe(one, other)
  if (!isSame) throw new VaultError('damaged', 'It is another code than the one that was shown.')
}

/** What opens the wallet: the recovery code, passkeys, and whether the operator helps. */
export function createFactorMethods({ session, wallet, jkt, boot }: SecurityContext, factors: Factors): Methods {
  const slots = (type: 'code' | 'passkey') => (wallet.vault()?.slots ?? []).filter(({ header }) => header.type === type)

  async function rotate(code: string | undefined, passkey?: PasskeyAnswer): Promise<void> {
    await factors.rotate(code, passkey ? [passkey] : [])
    // The lock is changed, whatever comes of the rest: the new slots are tried, so that they count as ways in, and other devices start anew.
    const rest = async () => {
      await wallet.open()
      if (code !== undefined) await factors.proveCode(code)
      if (passkey) await factors.provePasskey(passkey)
    }
    await Promise.allSettled([rest(), endOthers()])
  }

  /** Ends the sessions of all other devices: signed in, but without a slot, they could neither open the wallet nor sign in again. */
  async function endOthers(): Promise<void> {
    const { sessions } = await session.call(authRoutes.sessions, {})
    for (const one of sessions) if (one.jkt !== jkt) await session.call(authRoutes.revoke, { id: one.id })
  }

  return {
    addCode: async () => ({ code: await factors.addCode() }),
    async proveCode({ code, shown }) {
      // Taken for the new one, the one before would be kept, and the new one, which the user has on paper, removed.
      if (shown !== undefined) await requireSame(code, shown)
      const proven = await factors.proveCode(code)
      // The new one works: those before it open nothing any more.
      for (const { header } of slots('code')) if (header.slotId !== proven) await factors.remove(header.slotId)
    },
    async passkeys() {
      const stored = await session.stored()
      const walletId = wallet.vault()?.walletId ?? ''
      const salt = await crypto.subtle.digest('SHA-256', utf8(vaultInfo.passkey + walletId))
      return {
        domain: boot.passkeyDomain,
        userName: stored?.user.email ?? stored?.user.userName ?? '',
        salt: new Uint8Array(salt),
        credIds: slots('passkey').flatMap(({ header }) => header.credId ?? []),
      }
    },
    addPasskey: (passkey) => once(passkey, async (one) => void (await factors.addPasskey(one))),
    provePasskey: (passkey) => once(passkey, async (one) => void (await factors.provePasskey(one))),
    removeFactor: ({ slotId }) => factors.remove(slotId),
    takeCustody: () => factors.takeCustody(),
    rotate: ({ code, passkey }) => (passkey ? once(passkey, (one) => rotate(code, one)) : rotate(code)),
    async unlock(params) {
      if ('passkey' in params) await once(params.passkey, ({ credId, secret }) => wallet.openWith('passkey', secret, credId))
      else {
        const secret = await readRecoveryCode(params.code)
        await wallet.openWith('code', secret).finally(() => wipe(secret))
      }
    },
  }
}
