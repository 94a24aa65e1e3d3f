import { codes, errors } from '@latchkey/protocol'
import { vaultRoutes } from '@latchkey/protocol/schemas/account'
import { ed25519 } from '@noble/curves/ed25519'
import { base58, hex } from '@scure/base'
import { failure } from '../auth/failure.js'
import { type Bytes, concat, wipe } from '../vault/bytes.js'
import { evmKey, solanaKey } from '../vault/derive.js'
import { VaultError } from '../vault/errors.js'
import { openKit, writeKit } from '../vault/kit.js'
import { mnemonicBytes } from '../vault/mnemonic.js'
import { readRecoveryCode } from '../vault/recoveryCode.js'
import { unwrapSlot } from '../vault/slots.js'
import type { SecurityContext } from './context.js'
import type { Secrets, SecurityHandlers } from './contract.js'

/** The seed in the three forms that other wallets read: BIP-39, an EVM private key in hex, Solana's 64 bytes in base58. */
async function formsOf(entropy: Bytes): Promise<Secrets> {
  const [words, evm, solana] = await Promise.all([mnemonicBytes(entropy), evmKey(entropy), solanaKey(entropy)])
  const pair = concat(solana, ed25519.getPublicKey(solana))
  try {
    return { words: new TextDecoder().decode(words), evm: `0x${hex.encode(evm)}`, solana: base58.encode(pair) }
  } finally {
    wipe(words, evm, solana, pair)
  }
}

/** What leaves the wallet for good: keys that are shown, and the kit. */
export function createSecrets({ session, wallet }: SecurityContext): Pick<SecurityHandlers, 'exportSecrets' | 'kit'> {
  return {
    async exportSecrets(_params, { signal }) {
      // The secrets are of whoever the server allowed it, though somebody else may sign in meanwhile.
      const { eip155 } = await wallet.open()
      await session.call(vaultRoutes.exportAllowed, {}, signal)
      const secrets = await wallet.withSeed(formsOf, eip155)
      // Lost, it is missed in the log alone; that showing was allowed is written there already.
      await session.call(vaultRoutes.report, { event: 'exported' }, signal).catch(() => undefined)
      return secrets
    },
    async kit({ code }, { signal }) {
      const secret = await readRecoveryCode(code)
      try {
        await wallet.open()
        const vault = wallet.vault()
        if (!vault) throw failure(codes.unauthorized, errors.somethingWentWrong, { reason: 'session_expired' })
        for (const slot of vault.slots.filter(({ header }) => header.type === 'code').reverse()) {
          const { walletId, slotId } = slot.header
          const { share } = await session.call(vaultRoutes.kit, { walletId, slotId }, signal)
          const bytes = await unwrapSlot(slot, secret, share).catch(() => undefined)
          if (!bytes) continue
          wipe(bytes)
          const { vaultCt, vaultIv, epochVault, vaultAuthKey, manifest, manifestMac } = vault
          const savedAt = new Date().toISOString()
          const kit = await writeKit(secret, {
            vaultCt,
            vaultIv,
            epochVault,
            vaultAuthKey,
            slot,
            serverShare: share,
            manifest,
            manifestMac,
            savedAt,
          })
          // A file that does not open is worse than none: it is opened before anybody keeps it.
          wipe(await openKit(secret, kit))
          await session.call(vaultRoutes.report, { event: 'kit-saved' }, signal).catch(() => undefined)
          return { name: `latchkey-kit-${savedAt.slice(0, 10)}.json`, text: JSON.stringify(kit, null, 2) }
        }
        throw new VaultError('damaged', 'The code opens no slot of this wallet.')
      } finally {
        wipe(secret)
      }
    },
  }
}
