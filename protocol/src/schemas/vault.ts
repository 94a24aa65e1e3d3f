import type { NamespaceId } from '../families/ids.js'
import { base64url } from './authEntities.js'
import { perNamespace } from './entities.js'
import { once, route } from './route.js'
import { name, schema, text, z } from './schema.js'

/** `info` of every HKDF of the envelope. Never change one: wallets would not open. */
export const vaultInfo = {
  seed: 'latchkey/seed/v1',
  mac: 'latchkey/mac/v1',
  auth: 'latchkey/auth/v1',
  /** Followed by the slot header's hash: base64url of SHA-256 over its canonical JSON. */
  slot: 'latchkey/slot/v1|',
  kit: 'latchkey/kit/v1',
  /** WebAuthn PRF input is SHA-256 of this followed by the wallet's id. */
  passkey: 'latchkey/prf/v1|',
} as const

/** First line of what `vaultAuth` signs; the canonical JSON of the body without `signature` follows. */
export const vaultSignaturePrefix = 'latchkey/vault/v1\n'

export const slotTypes = ['device', 'passkey', 'code', 'password', 'assist'] as const
export type SlotType = (typeof slotTypes)[number]
/** `operator-assisted`: whoever runs the server can rebuild the key. `user`: only the user can. */
export type Custody = 'operator-assisted' | 'user'

/** Whole numbers inside signed or authenticated objects are decimal strings: canonical JSON here knows strings only. */
const counter = text(15).check(z.regex(/^[1-9]\d*$/))
const walletId = base64url(22, 22)
const slotId = base64url(22, 22)
const hash = base64url(43, 43)
const share = base64url(43, 43)
const iv = base64url(16, 16)
const custody = z.enum(['operator-assisted', 'user'])
const time = z.iso.datetime()

/** Additional data of a slot's encryption; every value a string. */
const slotHeader = z.object({
  v: z.literal('1'),
  walletId,
  slotId,
  type: z.enum(slotTypes),
  /** Epoch of the manifest that introduced the slot. */
  epoch: counter,
  /** Password slots: Argon2id's parameters and salt, as the frame wrote them. */
  kdf: z.optional(text(256)),
  /** Passkey slots. */
  credId: z.optional(base64url(1, 1_400)),
  /** Device slots: thumbprint of the device that may have the server share. Checked against the proof. */
  jkt: z.optional(hash),
  createdAt: time,
})
export type SlotHeader = z.infer<typeof slotHeader>

const sealedSlot = z.object({ header: slotHeader, wrappedVk: base64url(64, 64), iv })
export type SealedSlot = z.infer<typeof sealedSlot>

/** A slot on its way to the server, with what only the server keeps. `assistShare` for type `assist`, and for no other. */
const newSlot = z.object({ header: slotHeader, wrappedVk: base64url(64, 64), iv, serverShare: share, assistShare: z.optional(share) })
export type NewSlot = z.infer<typeof newSlot>

/** What every device compares. Its hash is base64url of SHA-256 over its canonical JSON; `manifestMac` is HMAC over the same bytes under the mac key. */
const manifest = z.object({
  v: z.literal('1'),
  walletId,
  epoch: counter,
  /** Hash of the manifest before; empty for the first. */
  prevHash: z.union([hash, z.literal('')]),
  slots: z.array(z.object({ slotId, type: z.enum(slotTypes), headerHash: hash })).check(z.minLength(1), z.maxLength(256)),
  addresses: perNamespace(text(128)),
  custody,
  policy: z.optional(z.record(text(64), text(256))),
})
export type VaultManifest = z.infer<typeof manifest>

/** The encrypted seed: 16 bytes of entropy and 16 of tag. Its AAD is the canonical JSON of `{ v: '1', walletId, epochVault }`. */
const sealed = { vaultCt: base64url(43, 43), vaultIv: iv, epochVault: counter, vaultAuthKey: base64url(43, 43) }

const vault = z.object({
  walletId,
  state: z.enum(['pending', 'active']),
  epoch: counter,
  /** Hash of the manifest. */
  hash,
  custody,
  ...sealed,
  manifest,
  manifestMac: hash,
  slots: z.array(sealedSlot),
  /** Slots whose server share was given out since they were added: ways in that were tried. */
  used: z.optional(z.array(slotId)),
})
export type Vault = z.infer<typeof vault>

const stored = z.object({ walletId, state: z.enum(['pending', 'active']), epoch: counter, hash })
export type VaultStored = z.infer<typeof stored>

/**
 * What every write says. `prevHash` is the hash of the manifest that the writer saw, and `manifest.epoch` is that one's epoch + 1: the
 * server changes exactly that manifest or answers `vault_conflict`. `signature`: Ed25519 by the current `vaultAuth` key.
 */
const write = { walletId, manifest, manifestMac: hash, signature: base64url(86, 86) }
const signature = base64url(86, 86)

const createBody = z.object({ op: z.literal('create'), ...write, ...sealed, slots: z.array(newSlot).check(z.minLength(1), z.maxLength(8)) })
const activateBody = z.object({ op: z.literal('activate'), walletId, hash, signature })
const addBody = z.object({ op: z.literal('add'), ...write, slot: newSlot })
const removeBody = z.object({ op: z.literal('remove'), ...write, slotId })
const rotateBody = z.object({
  op: z.literal('rotate'),
  ...write,
  ...sealed,
  slots: z.array(newSlot).check(z.minLength(1), z.maxLength(256)),
})
const commitBody = z.object({ op: z.literal('commit'), walletId, hash, challenge: base64url(43, 43), signature })
const custodyBody = z.object({ op: z.literal('custody'), ...write })

export type VaultCreate = z.infer<typeof createBody>
export type VaultActivate = z.infer<typeof activateBody>
export type VaultAddSlot = z.infer<typeof addBody>
export type VaultRemoveSlot = z.infer<typeof removeBody>
export type VaultRotate = z.infer<typeof rotateBody>
export type VaultCommit = z.infer<typeof commitBody>
export type VaultCustody = z.infer<typeof custodyBody>

const released = z.object({
  share,
  /** The user share, for slots of type `assist`. */
  assistShare: z.optional(share),
  /** Releases of this slot that are left for 24 hours. */
  remaining: z.int(),
})
export type ShareReleased = z.infer<typeof released>

/** What a frame reports for the user's own log: never contents, only a digest. */
const reported = z.object({
  event: z.enum(['approval-accepted', 'approval-rejected', 'exported', 'kit-saved']),
  method: z.optional(text(64)),
  digest: z.optional(text(66).check(z.regex(/^(0x)?[0-9a-f]{64}$/))),
})

const nothing = schema<Record<string, never>>(z.object({}))
const storedAnswer = schema<VaultStored>(stored)

/**
 * Every call of the key envelope. All need a session; those that need a step-up, or no quarantine, say so. A call that changes something, is counted, or
 * sends mail takes effect once, even if its answer was lost and the client repeats it.
 */
export const vaultRoutes = {
  /** `pending` is a wallet whose creation was not finished by anybody yet. */
  get: route('GET', '/vault/v1/wallet', 'session', nothing, schema<{ wallet: Vault | null }>(z.object({ wallet: z.nullable(vault) }))),
  /**
   * Stores a new wallet as `pending` (epoch 1). `vault_exists`: the account has one, or another tab is creating one since less than 2
   * minutes; load it. Signed by the new wallet's own key.
   */
  create: once(route('POST', '/vault/v1/create', 'session', schema<VaultCreate>(createBody), storedAnswer)),
  /** After every slot was read back and opened. Only then may an address be shown to anybody. */
  activate: route('POST', '/vault/v1/activate', 'session', schema<VaultActivate>(activateBody), storedAnswer),
  /**
   * One server share. Device slots: by that device only. Factor slots: 5 releases in 24 h. `assist`: 3 in 24 h, within 10 minutes of
   * signing in on a verified device; every address and device is told.
   */
  share: once(
    route(
      'POST',
      '/vault/v1/share',
      'session',
      schema<{ walletId: string; slotId: string }>(z.object({ walletId, slotId })),
      schema<ShareReleased>(released),
    ),
  ),
  /** A device slot of this device: no more is needed. Any other: step-up, not in quarantine. */
  add: once(route('POST', '/vault/v1/slots/add', 'session', schema<VaultAddSlot>(addBody), storedAnswer)),
  /** Destroys the server share. This device's own slot: no more is needed. Any other: step-up, not in quarantine. */
  remove: once(route('POST', '/vault/v1/slots/remove', 'session', schema<VaultRemoveSlot>(removeBody), storedAnswer)),
  /** Step-up, not in quarantine. Keeps a whole new envelope beside the old one. Open it, then commit; whoever commits first wins. */
  rotate: once(
    route(
      'POST',
      '/vault/v1/rotate',
      'session',
      schema<VaultRotate>(rotateBody),
      schema<{ hash: string; challenge: string; expiresIn: number }>(z.object({ hash, challenge: base64url(43, 43), expiresIn: z.int() })),
    ),
  ),
  /** The new envelope's slots, to be opened before the commit. */
  rotateShare: once(
    route(
      'POST',
      '/vault/v1/rotate/share',
      'session',
      schema<{ walletId: string; slotId: string }>(z.object({ walletId, slotId })),
      schema<ShareReleased>(released),
    ),
  ),
  /** Signed by the NEW `vaultAuth` key over the server's `challenge`. The old envelope's key shares are destroyed. */
  commit: once(route('POST', '/vault/v1/rotate/commit', 'session', schema<VaultCommit>(commitBody), storedAnswer)),
  /**
   * To "only you": the manifest says `custody: 'user'` and names no `assist` slot. Step-up, not in quarantine, and at least one factor slot
   * whose key share was released since it was added. The assist shares are destroyed.
   */
  custody: once(route('POST', '/vault/v1/custody', 'session', schema<VaultCustody>(custodyBody), storedAnswer)),
  /** Step-up, not in quarantine: permission to show the words or keys. Audited, and told by mail. */
  exportAllowed: once(route('POST', '/vault/v1/export', 'session', nothing, nothing)),
  /** Step-up, not in quarantine: the server share of a `code` slot, to be put into a recovery kit. Counts as a release. */
  kit: once(
    route(
      'POST',
      '/vault/v1/kit',
      'session',
      schema<{ walletId: string; slotId: string }>(z.object({ walletId, slotId })),
      schema<ShareReleased>(released),
    ),
  ),
  report: once(route('POST', '/vault/v1/events', 'session', schema<z.infer<typeof reported>>(reported), nothing)),
} as const

/**
 * A recovery kit: opens with the recovery code alone, offline. `ct` is AES-256-GCM over the UTF-8 JSON of {@link KitContent}, under
 * `HKDF-SHA256(ikm = the code's 20 bytes, salt, info = vaultInfo.kit)`, with the canonical JSON of `{ v, walletId, salt }` as AAD.
 */
export const kitSchema = schema<RecoveryKit>(
  z.object({ latchkey: z.literal('recovery-kit'), v: z.literal('1'), walletId, salt: share, iv, ct: name(65_536) }),
)
export type RecoveryKit = {
  readonly latchkey: 'recovery-kit'
  readonly v: '1'
  readonly walletId: string
  readonly salt: string
  readonly iv: string
  readonly ct: string
}

/** What is inside a kit. `slot` is of type `code`. */
export const kitContentSchema = schema<KitContent>(
  z.object({ ...sealed, slot: sealedSlot, serverShare: share, manifest, manifestMac: hash, savedAt: time }),
)
export type KitContent = {
  readonly vaultCt: string
  readonly vaultIv: string
  readonly epochVault: string
  readonly vaultAuthKey: string
  readonly slot: SealedSlot
  readonly serverShare: string
  readonly manifest: VaultManifest
  readonly manifestMac: string
  readonly savedAt: string
}

/** Addresses by chain family, as in {@link VaultManifest}. */
export type VaultAddresses = Readonly<Partial<Record<NamespaceId, string>>>
