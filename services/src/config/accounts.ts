import { resolve } from 'node:path'
import { families, limits as numbers, type OauthProvider, oauthProviderIds } from '@latchkey/protocol'
import { z } from 'zod'
import { repository } from '../paths.js'

const url = z.string().refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
  error: 'must be an http or https URL.',
})
/** Whether a URL of a mail server can be used: in its name and password, characters such as / and % have to be percent-encoded. */
function isMailServer(text: string): boolean {
  try {
    const { username, password } = new URL(text)
    decodeURIComponent(`${username}${password}`)
    return /^smtps?:\/\/\S+$/.test(text)
  } catch {
    return false
  }
}
const seconds = (value: number, minimum: number, maximum: number) => z.int().min(minimum).max(maximum).default(value)
const count = (value: number) => z.int().min(1).max(1_000_000_000).default(value)

/** What every provider needs; endpoints are known for the real ones and can be replaced, by a local provider for instance. */
const provider = z.strictObject({
  clientId: z.string().min(1),
  /** Left out for clients without a secret. */
  clientSecret: z.string().min(1).exactOptional(),
  /** OpenID providers: where its discovery document is. */
  issuer: url.exactOptional(),
  /** OAuth 2 providers without discovery. */
  authorizationUrl: url.exactOptional(),
  tokenUrl: url.exactOptional(),
  userUrl: url.exactOptional(),
})

const apple = provider.omit({ clientSecret: true }).extend({
  clientSecret: z.string().min(1).exactOptional(),
  /** Apple signs its client secrets: the key of the developer account, PKCS #8. */
  teamId: z.string().min(1).exactOptional(),
  keyId: z.string().min(1).exactOptional(),
  privateKey: z.string().min(1).exactOptional(),
})

/**
 * The embedded wallet's server. Without it there is no e-mail, social or Farcaster login, and no embedded wallet.
 * Durations are seconds unless a name says otherwise.
 */
export const accountsSchema = z.strictObject({
  /** Without it there is no login by e-mail. */
  mail: z
    .strictObject({
      /** `smtp://user:password@host:587` or `smtps://…:465`. */
      smtp: z.string().refine(isMailServer, { error: 'must be a URL such as smtps://user:password@mail.example.com:465.' }),
      from: z
        .string()
        .regex(/^(?:[^<>\r\n]+ <)?[^\s<>@]+@[^\s<>@]+>?$/, { error: 'must be a sender such as Wallet <wallet@example.com>.' }),
      /** What the mails call this service. */
      name: z.string().min(1).max(64).default('Latchkey'),
    })
    .exactOptional(),
  otp: z
    .strictObject({
      life: seconds(300, 60, 600),
      attempts: z.int().min(1).max(5).default(5),
      resend: seconds(numbers.emailCooldown / 1_000, numbers.emailCooldown / 1_000, 600),
      deviceLife: seconds(1_200, 60, 3_600),
    })
    .prefault({}),
  limits: z
    .strictObject({
      sendsPerEmailHour: count(5),
      sendsPerEmailDay: count(10),
      sendsPerAddressHour: count(20),
      verifiesPerAddressHour: count(60),
      sendsPerProjectHour: count(2_000),
      /** Wrong codes in a row after which unknown devices have to unlock an address from its inbox. */
      failuresPerEmail: count(100),
      /** Wrong codes of everybody in 5 minutes after which unknown devices wait. */
      failuresInAll: count(500),
      flowsPerAddressHour: count(60),
      vaultWritesPerHour: count(200),
    })
    .prefault({}),
  sessions: z
    .strictObject({
      access: seconds(600, 60, 600),
      idle: seconds(7 * 86_400, 60, 30 * 86_400),
      absolute: seconds(30 * 86_400, 60, 90 * 86_400),
      stepUp: seconds(300, 30, 300),
    })
    .prefault({}),
  /**
   * WebAuthn's relying party of passkeys: the secure origin's hostname, or a domain above it. Left out, the hostname. Never change it: passkeys
   * that were made for another one open nothing.
   */
  passkeyDomain: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, { error: 'must be a hostname such as wallet.example.com.' })
    .exactOptional(),
  vault: z
    .strictObject({
      /** Releases of one server share in 24 hours, by the kind of its slot. */
      deviceReleases: count(300),
      factorReleases: count(5),
      assistReleases: count(3),
      /** Longest time between signing in and the release of an operator-held share. */
      assistFresh: seconds(600, 60, 3_600),
      /** Delay before a new device gets the operator-held share. */
      holdHours: z.int().min(0).max(168).default(0),
      quarantineHours: z.int().min(0).max(168).default(24),
      deletionDays: z.int().min(1).max(90).default(7),
    })
    .prefault({}),
  /** What an approval may at most let others take after the visit: in USD at this server's prices, and for how many days. Left out, there is no cap. */
  caps: z
    .strictObject({
      grantUsd: z.number().min(0).max(1_000_000_000).exactOptional(),
      grantDays: z.int().min(1).max(365).exactOptional(),
      /** What a device may send a day in its quarantine, in USD; what has no price it may not send. */
      newDeviceUsd: z.number().min(0).max(1_000_000_000).default(100),
    })
    .prefault({}),
  providers: z
    .strictObject({
      ...(Object.fromEntries(oauthProviderIds.map((id) => [id, provider.exactOptional()])) as Readonly<
        Record<OauthProvider, ReturnType<typeof provider.exactOptional>>
      >),
      apple: apple.exactOptional(),
    })
    .prefault({}),
  farcaster: z
    .strictObject({
      /** Where Farcaster's app answers. Left out, only messages signed inside a Farcaster client are taken. */
      relay: url.exactOptional(),
      /** A node of the chain that holds the registry (Optimism). */
      rpcUrl: url,
      chainId: z.int().positive().default(10),
      registry: z
        .string()
        .regex(/^0x[0-9a-fA-F]{40}$/, { error: 'must be the address of the Id Registry.' })
        .default('0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'),
    })
    .exactOptional(),
  /** Kind of account that a user has at first, on EVM chains with a bundler. They can change it. */
  accountType: z.enum(['smartAccount', 'eoa']).default(families.eip155.defaultAccountType),
  kms: z
    .strictObject({
      file: z
        .string()
        .default('.data/kms-root.json')
        .transform((value) => resolve(repository, value)),
      /** Root keys instead of a file, base64, newest first, separated by commas. Usually `${LATCHKEY_KMS_ROOT}`. */
      root: z.string().min(1).exactOptional(),
      /** Id of the root key that was copied to a safe place. Until it is confirmed each start warns, and on https it refuses. */
      backupConfirmed: z.string().exactOptional(),
    })
    .prefault({}),
})

export type AccountsConfig = z.output<typeof accountsSchema>

const isLocal = (text: string | undefined) => text !== undefined && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(text).hostname)

/**
 * Checks that the keys of the accounts fit together: one sentence for each mistake.
 *
 * @param urls of the whole server; on https nobody may be played by a local provider
 */
export function accountMistakes(config: AccountsConfig, urls: { readonly secure: string }): string[] {
  const mistakes: string[] = []
  const { idle, absolute } = config.sessions
  if (idle > absolute) mistakes.push('accounts.sessions.idle must not be longer than accounts.sessions.absolute.')
  const { hostname } = new URL(urls.secure)
  if (config.passkeyDomain !== undefined && !`.${hostname}`.endsWith(`.${config.passkeyDomain}`))
    mistakes.push('accounts.passkeyDomain must be the hostname of urls.secure, or a domain above it.')
  const { apple } = config.providers
  const keys = apple && [apple.teamId, apple.keyId, apple.privateKey].filter((key) => key !== undefined).length
  if (apple && keys !== 3 && (keys !== 0 || apple.clientSecret === undefined))
    mistakes.push('accounts.providers.apple needs teamId, keyId and privateKey, or else a clientSecret.')
  if (urls.secure.startsWith('https:'))
    for (const [name, settings] of Object.entries(config.providers))
      if (settings && [settings.issuer, settings.authorizationUrl, settings.tokenUrl, settings.userUrl].some(isLocal))
        mistakes.push(`accounts.providers.${name} must not be played by this machine on a server that answers on https.`)
  return mistakes
}
