import type { SlotHeader, VaultManifest } from '@latchkey/protocol/schemas/account'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { authUsers } from './accountTables.js'

/** Milliseconds since the epoch. */
const time = (name: string) => bigint(name, { mode: 'number' })

/** A wallet's envelope. Nothing in here opens it: the seed's key lies in slots, and each needs two key shares. */
export const vaultWallets = pgTable(
  'vault_wallets',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    purpose: text('purpose').notNull().default('primary'),
    state: text('state', { enum: ['pending', 'active'] }).notNull(),
    epoch: integer('epoch').notNull(),
    hash: text('hash').notNull(),
    custody: text('custody', { enum: ['operator-assisted', 'user'] }).notNull(),
    vaultCt: text('vault_ct').notNull(),
    vaultIv: text('vault_iv').notNull(),
    epochVault: text('epoch_vault').notNull(),
    vaultAuthKey: text('vault_auth_key').notNull(),
    manifest: jsonb('manifest').$type<VaultManifest>().notNull(),
    manifestMac: text('manifest_mac').notNull(),
    /** Keys of this wallet's key shares, wrapped by the KMS. Without them the key shares are noise: that is how a wallet is erased. */
    shareKey: text('share_key').notNull(),
    assistKey: text('assist_key'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [uniqueIndex('vault_wallets_user').on(table.userId, table.purpose)],
)

/** In place of a key share that was destroyed while its slot is still in the manifest. */
export const shredded = ''

/** `generation` 0 is the envelope in use; 1 waits for a rotation to be committed. */
export const vaultSlots = pgTable(
  'vault_slots',
  {
    walletId: text('wallet_id')
      .notNull()
      .references(() => vaultWallets.id, { onDelete: 'cascade' }),
    generation: integer('generation').notNull(),
    slotId: text('slot_id').notNull(),
    header: jsonb('header').$type<SlotHeader>().notNull(),
    wrappedVk: text('wrapped_vk').notNull(),
    iv: text('iv').notNull(),
    shareCt: text('share_ct').notNull(),
    assistCt: text('assist_ct'),
    addedAt: time('added_at').notNull(),
    /** When its key share was last released. */
    usedAt: time('used_at'),
    /** Its key share is destroyed then, unless that is undone by a mailed link before. */
    shredAt: time('shred_at'),
  },
  (table) => [primaryKey({ columns: [table.walletId, table.generation, table.slotId] }), index('vault_slots_shred_at').on(table.shredAt)],
)

/** A whole new envelope that nobody has committed to yet. */
export const vaultRotations = pgTable('vault_rotations', {
  walletId: text('wallet_id')
    .primaryKey()
    .references(() => vaultWallets.id, { onDelete: 'cascade' }),
  hash: text('hash').notNull(),
  challengeHash: text('challenge_hash').notNull(),
  envelope: jsonb('envelope')
    .$type<{
      manifest: VaultManifest
      manifestMac: string
      vaultCt: string
      vaultIv: string
      epochVault: string
      vaultAuthKey: string
      shareKey: string
      assistKey: string | null
    }>()
    .notNull(),
  expiresAt: time('expires_at').notNull(),
})

/** Manifests that were replaced: the chain by which any device can see what happened since it last looked. */
export const vaultManifests = pgTable(
  'vault_manifests',
  {
    walletId: text('wallet_id')
      .notNull()
      .references(() => vaultWallets.id, { onDelete: 'cascade' }),
    epoch: integer('epoch').notNull(),
    hash: text('hash').notNull(),
    manifest: jsonb('manifest').$type<VaultManifest>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.walletId, table.epoch] })],
)
