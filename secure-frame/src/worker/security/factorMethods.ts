import { vaultInfo } from '@latchkey/protocol/schemas/account'
import { utf8, wipe } from '../vault/bytes.js'
import type { Factors } from '../vault/factors.js'
import { readRecoveryCode } from '../vault/recoveryCode.js'
import type { PasskeyAnswer, SecurityHandlers } from './contract.js'
import type { SecurityContext } from './handlers.js'

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

/** What opens the wallet: the recovery code, passkeys, and whether the operator helps. */
export function createFactorMethods({ session, wallet, boot }: SecurityContext, factors: Factors): Methods {
  const slots = (type: 'code' | 'passkey') => (wallet.vault()?.slots ?? []).filter(({ header }) => header.type === type)

  return {
    addCode: async () => ({ code: await factors.addCode() }),
    async proveCode({ code }) {
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
    async rotate({ code, passkey }) {
      if (passkey) await once(passkey, (one) => factors.rotate(code, [one]))
      else await factors.rotate(code)
    },
    async unlock(params) {
      if ('passkey' in params) await once(params.passkey, ({ credId, secret }) => wallet.openWith('passkey', secret, credId))
      else {
        const secret = await readRecoveryCode(params.code)
        await wallet.openWith('code', secret).finally(() => wipe(secret))
      }
    },
  }
}
